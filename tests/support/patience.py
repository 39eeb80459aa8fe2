"""How long tests wait for what must happen."""

# Seconds. On a busy machine everything takes many times as long; only what hangs takes this long.
PATIENCE = 300.0
