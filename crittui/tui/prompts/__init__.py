"""What a strip at the foot of the log is asking, as frozen states: nothing here knows a widget.

`state.press(key)` takes a key as `crittui.tui.keys` names it and returns the next state, or how the
prompt ended (`Done`, `Dropped`), or a wish that only the screen can fulfil (`Aiming`, `Retarget`).
A key that means nothing returns the same state. The screen may put words into `live` and `error` with
`dataclasses.replace` at any time.
"""
