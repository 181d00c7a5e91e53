"""`python -m crittui` is `crittui`."""

import sys

from crittui.cli import main

if __name__ == "__main__":
    sys.exit(main())
