#!/bin/sh
# Starts the version of Ventanilla that `current` names (build/packages/README.md). Of POSIX: Linux and macOS.
set -u
unset VENTANILLA_TRIAL

fail() {
  printf '%s\n' "Ventanilla: $1" >&2
  exit 1
}

# The installation is where this file is, and not the link on the PATH that leads to it.
self=$0
case $self in */*) ;; *) self=./$self ;; esac
while [ -L "$self" ]; do
  target=$(readlink "$self") || fail "no se puede leer $self"
  case $target in /*) self=$target ;; *) self=${self%/*}/$target ;; esac
done
home=$(CDPATH='' cd -- "${self%/*}" && pwd -P) || fail "no se puede abrir ${self%/*}"

# First line of a file; empty without one. With `is_version`, nothing in it can lead out of versions/.
first_line() {
  line=
  # A last line without an end is read, and `read` fails.
  [ -r "$1" ] && IFS= read -r line <"$1"
  printf '%s' "$line"
}
is_version() {
  case $1 in '' | .* | *[!0-9A-Za-z.+-]*) return 1 ;; esac
  [ -d "$home/versions/$1" ]
}
options_of() {
  first_line "$home/versions/$1/node-options"
}

# Replaces this process by a version.
start() {
  version=$1
  shift
  options=$(options_of "$version")
  # Options are words without spaces.
  # shellcheck disable=SC2086
  exec "$home/versions/$version/node" $options "$home/versions/$version/out/main/web.js" "$@"
}

current=$(first_line "$home/current")
is_version "$current" || fail "la instalación de $home está incompleta: vuelve a instalar el programa"
trial=$home/trial
[ -e "$trial" ] || start "$current" "$@"

# --- A version that has not started yet. ---

# `trial` names the version. Where `current` is another one, the launcher was killed while going back.
tried=$(first_line "$trial")
if is_version "$tried" && [ "$tried" != "$current" ]; then
  rm -f "$trial"
  start "$current" "--update-undone=$tried" "$@"
fi
previous=$(first_line "$home/previous")
if ! is_version "$previous" || [ "$previous" = "$current" ]; then
  # Nothing to go back to.
  rm -f "$trial"
  start "$current" "$@"
fi

patience=${VENTANILLA_TRIAL_SECONDS:-60}
# Process of the version on trial, so that a second launcher waits for it instead of starting another.
record=$home/.trial-process
child=
waits=0

# Whether a process is of the version on trial: numbers are used again.
is_ours() {
  case $1 in '' | *[!0-9]*) return 1 ;; esac
  case $(ps -p "$1" -o args= 2>/dev/null) in "$home/versions/$current/"*) return 0 ;; *) return 1 ;; esac
}

end_child() {
  is_ours "$child" || return 0
  kill "$child" 2>/dev/null
  left=5
  while is_ours "$child" && [ $left -gt 0 ]; do
    sleep 1
    left=$((left - 1))
  done
  is_ours "$child" && kill -9 "$child" 2>/dev/null
  return 0
}

# `previous` takes its place by a rename, and the trial ends after it: killed between the two, see above.
go_back() {
  trap - TERM INT HUP
  end_child
  printf '%s\n' "$previous" >"$home/.current.$$" && mv -f "$home/.current.$$" "$home/current"
  rm -f "$trial" "$record"
  start "$previous" "--update-undone=$current" "$@"
}

child=$(first_line "$record")
if is_ours "$child"; then
  # Another launcher is trying it, or was killed while it did. Its program decides for both.
  while [ -e "$trial" ] && is_ours "$child" && [ $waits -lt "$patience" ]; do
    sleep 1
    waits=$((waits + 1))
  done
  current=$(first_line "$home/current")
  is_version "$current" || fail "la instalación de $home está incompleta: vuelve a instalar el programa"
  [ -e "$trial" ] || start "$current" "$@"
  go_back "$@"
fi

options=$(options_of "$current")
# With it a second instance that hands over to a running one says so by its exit code.
# shellcheck disable=SC2086
VENTANILLA_TRIAL=1 "$home/versions/$current/node" $options "$home/versions/$current/out/main/web.js" "$@" <&0 &
child=$!
printf '%s\n' "$child" >"$record"

# The end of the session is not the version's failure: it is tried again.
stopped=
trap 'stopped=1; kill "$child" 2>/dev/null' TERM INT HUP

while [ -e "$trial" ] && kill -0 "$child" 2>/dev/null && [ $waits -lt "$patience" ]; do
  sleep 1
  waits=$((waits + 1))
done
if [ -e "$trial" ] && kill -0 "$child" 2>/dev/null && [ -z "$stopped" ]; then
  go_back "$@"
fi
wait "$child"
code=$?
# A signal ends `wait`, and not the program.
while kill -0 "$child" 2>/dev/null; do
  wait "$child"
  code=$?
done
rm -f "$record"
if [ ! -e "$trial" ] || [ -n "$stopped" ]; then exit $code; fi
# It opened a window of the version that runs: nothing is known of this one.
[ $code -eq 75 ] && exit 0
go_back "$@"
