#!/bin/sh
# Sets up the virtual environment, in parts: sh tools/setup.sh play|test|bench FOLDER
#
#   play   what playing needs: Python packages alone; no root, no npm, no browser, no database
#   test   what the checks and tests need besides
#   bench  what the benchmarks need besides
set -eu
part=$1
venv=$2
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

say() {
    echo "make: $1"
}

fail() {
    echo "make: $1" >&2
    exit 1
}

find_python() {
    for python in ${PYTHON:+"$PYTHON"} python3 python3.13 python3.12 python3.11; do
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

make_venv() {
    python=$(find_python)
    if [ -z "$python" ]; then
        apt_install python3 python3-venv || true
        python=$(find_python)
    fi
    [ -n "$python" ] ||
        fail "Python 3.11 or later is needed and was not found; install it, or name it: make PYTHON=/path/to/python3.12"
    say "creating $venv with $("$python" --version)"
    "$python" -m venv --without-pip "$venv" ||
        fail "$python cannot create a virtual environment; install Debian's python3-venv or what your system calls it"
}

# Installing pip into the environment takes seconds, so the pip of the Python that it was created with does the work.
# Only where that one has no pip that can (22.3 is the first), the environment gets its own.
find_pip() {
    base=$("$venv/bin/python" -c 'import sys; print(sys._base_executable)')
    if "$base" -c 'import pip, sys; sys.exit([int(n) for n in pip.__version__.split(".")[:2]] < [22, 3])' 2>/dev/null; then
        return
    fi
    base=
    "$venv/bin/python" -c 'import pip' 2>/dev/null || "$venv/bin/python" -m ensurepip >/dev/null 2>&1 || {
        # Debian keeps ensurepip in a package of its own
        apt_install python3-venv && "$venv/bin/python" -m ensurepip >/dev/null 2>&1
    } || fail "this Python has no pip; install Debian's python3-venv or what your system calls it"
}

# The packages under a heading of constraints.txt, all of them and with their versions, so that pip need not look for
# dependencies. pip spends most of its time reading what versions a package index has, so several look at once.
install_packages() {
    if [ -n "$base" ]; then
        set -- "$1" "$base" -m pip --python "$venv/bin/python"
    else
        set -- "$1" "$venv/bin/python" -m pip
    fi
    heading=$1
    shift
    : >"$venv/pip.log"
    "$@" $quiet --no-deps --editable . 2>>"$venv/pip.log" &
    house=$!
    failed=
    packages=$(sed -n "/^# $heading\$/,/^\$/s/.*==.*/&/p" constraints.txt)
    each=$((($(echo "$packages" | wc -l) + jobs - 1) / jobs))
    echo "$packages" | xargs -n "$each" -P "$jobs" "$@" $quiet --no-deps --no-compile 2>>"$venv/pip.log" || failed=yes
    wait "$house" || failed=yes
    [ -z "$failed" ] || {
        grep -v '^WARNING: Location' "$venv/pip.log" | tail -n 12 >&2
        fail "pip could not install what is needed; its message above says why"
    }
}
quiet="install --quiet --disable-pip-version-check"

# Python compiles a module when it first imports it; the server starts sooner if the others follow in the background
compile_later() {
    nice -n 10 "$venv/bin/python" -m compileall -qq "$venv/lib" >/dev/null 2>&1 &
}

has_browser() {
    command -v chromium-headless-shell || command -v chromium || command -v google-chrome
}

# What the tests use besides Python: "command to find it | Debian's packages | what is skipped without it"
programs() {
    cat <<'END'
command -v tmux|tmux|tests in a real terminal (tmux)
has_browser|chromium-headless-shell|tests in a browser (chromium)
ls /usr/lib/postgresql/*/bin/postgres|postgresql|tests with PostgreSQL
command -v npm|nodejs npm|the page's types and accessibility, and static sites (npm)
END
}

# A column of programs() for those that are not here
missing() {
    programs | while IFS='|' read -r look packages skipped; do
        eval "$look" >/dev/null 2>&1 || eval "echo \"\$$1\""
    done
}

install_programs() {
    packages=$(missing packages)
    if [ -n "$packages" ] && [ "$(id -u)" = 0 ]; then
        say "installing $(echo $packages)"
        # Debian before 12 has no browser without a screen
        apt_install $packages || apt_install $(echo $packages | sed 's/chromium-headless-shell/chromium/') || true
    fi
    skipped=$(missing skipped)
    [ -z "$skipped" ] || echo "$skipped" | paste -s -d ';' | sed 's/;/; /g; s/^/make: not here, and only root can install it, so this is skipped: /' >&2
}

install_node_packages() {
    command -v npm >/dev/null 2>&1 || return 0
    say "installing tsc, axe-core and Pyodide"
    mkdir -p "$venv/node"
    cp package.json "$venv/node/package.json"
    npm install --prefix "$venv/node" --no-package-lock --no-audit --no-fund --silent ||
        fail "npm could not install what is needed; its message above says why"
}

case $part in
play)
    make_venv
    find_pip
    say "installing what playing needs"
    install_packages playing
    compile_later
    ;;
test)
    find_pip
    say "installing what the tests need"
    install_packages testing
    install_programs
    install_node_packages
    ;;
bench)
    find_pip
    say "installing what the benchmarks need"
    install_packages benchmarks
    ;;
esac
