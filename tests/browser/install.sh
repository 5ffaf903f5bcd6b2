#!/usr/bin/env bash
# A browser for the tests: an installed Chromium or Chrome, else Debian's package where this user
# may install it, else Playwright's own. Usage: install.sh VENV_BIN
set -euo pipefail
for name in chromium chromium-browser google-chrome google-chrome-stable; do
  if command -v "$name" >/dev/null; then exit 0; fi
done
as_root=()
if [ "$(id -u)" != 0 ]; then as_root=(sudo -n); fi
if command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; then
  if "${as_root[@]}" apt-get update -q && "${as_root[@]}" apt-get install -y -q chromium; then
    exit 0
  fi
fi
"$1/python" -m playwright install chromium
