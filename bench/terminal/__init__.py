"""What it costs to sit at crittui through a terminal, beside a bare Textual app and what else can be found."""
