#!/bin/sh
# Makes the virtual environment and installs the house and its tools into it.
set -eu
venv=${1:-.venv}

fail() {
    echo "make: $1" >&2
    exit 1
}

find_python() {
    for python in ${PYTHON:-} python3 python3.13 python3.12 python3.11; do
        if command -v "$python" >/dev/null 2>&1 &&
            "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$python"
            return
        fi
    done
}

apt_install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
    apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y "$@" >/dev/null
}

python=$(find_python)
if [ -z "$python" ]; then
    apt_install python3 python3-venv || true
    python=$(find_python)
fi
[ -n "$python" ] || fail "Python 3.11 or later is needed and was not found; install it, or name it: make PYTHON=/path/to/python3.12"

if ! "$python" -m venv "$venv" 2>/dev/null; then
    # Debian keeps venv in a package of its own
    apt_install python3-venv || true
    "$python" -m venv "$venv" ||
        fail "$python cannot make a virtual environment; install Debian's python3-venv or what your system calls it"
fi

echo "Installing Ludarium and what it needs into $venv ..."
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    --constraint constraints.txt --editable '.[dev]' ||
    fail "pip could not install what is needed; its message above says why"

# The tests play in a real terminal
command -v tmux >/dev/null 2>&1 || apt_install tmux ||
    echo "make: tmux is missing and could not be installed; the tests that play in a real terminal will be skipped" >&2

# They play in a real browser, too; the one without a screen is the quicker one
command -v chromium-headless-shell >/dev/null 2>&1 || apt_install chromium-headless-shell ||
    command -v chromium >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1 || apt_install chromium ||
    echo "make: chromium is missing and could not be installed; the tests that play in a browser will be skipped" >&2

# They keep things on a real PostgreSQL server, too
ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || apt_install postgresql ||
    echo "make: PostgreSQL is missing and could not be installed; the tests that keep things there will be skipped" >&2

# The page's types are checked by tsc, and its tests use axe-core; both lie beside the virtual environment's own files
command -v npm >/dev/null 2>&1 || apt_install nodejs npm || fail "npm is needed to check the page and was not found"
mkdir -p "$venv/node"
cp package.json "$venv/node/package.json"
npm install --prefix "$venv/node" --no-package-lock --no-audit --no-fund --silent ||
    fail "npm could not install what is needed; its message above says why"
