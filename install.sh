#!/bin/sh
# Installs svc. `sh install.sh --help` tells how.
#
# The braces make the shell read all of this before it runs any of it: of a download that was cut short nothing runs.
{
set -eu

usage() {
  cat <<'END'
Installs svc.

  sh install.sh [options]                    in a checkout: builds it and installs what was built
  curl -fsSL "$SVC_INSTALL_BASE/install.sh" | sh -s -- [options]
                                             downloads the release from $SVC_INSTALL_BASE, checks and installs it

Options:
  --dir DIR      Install into this folder
  --no-browser   Do not look for a browser, nor install one
  --add-path     Add the folder to PATH in the file that your shell reads at its start
  --help         Show this

Environment:
  SVC_INSTALL_BASE   Where the release is: https://, http:// or file://. Must be exported.
  SVC_INSTALL_DIR    Install into this folder
  SVC_HOME           Install into bin below this folder. Without any of these: ~/.svc/bin
END
}

fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}

warn() {
  printf 'install.sh: warning: %s\n' "$*" >&2
}

has() {
  command -v "$1" >/dev/null 2>&1
}

work=
staged=
# shellcheck disable=SC2317 # the trap runs it
clean() {
  [ -z "$work" ] || rm -rf "$work"
  [ -z "$staged" ] || rm -f "$staged"
}

main() {
  dir=
  browser=yes
  add_path=
  while [ $# -gt 0 ]; do
    case $1 in
      --dir) [ $# -gt 1 ] || fail "--dir needs a folder"; dir=$2; shift ;;
      --dir=*) dir=${1#--dir=} ;;
      --no-browser) browser= ;;
      --add-path) add_path=yes ;;
      --help | -h) usage; return ;;
      *) fail "unknown option '$1'; see --help" ;;
    esac
    shift
  done

  trap clean EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM

  find_platform
  find_dir
  if [ -n "${SVC_INSTALL_BASE:-}" ]; then
    download "${SVC_INSTALL_BASE%/}"
  elif find_checkout; then
    build
  else
    fail "SVC_INSTALL_BASE is not set: export it with the address that this script came from"
  fi
  install_file
  advise_path
  [ -z "$browser" ] || install_browser
}

# Sets os, arch, libc (empty or -musl) and exe (empty or .exe).
find_platform() {
  libc=
  exe=
  system=$(uname -s)
  case $system in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    MINGW* | MSYS* | CYGWIN*) os=windows exe=.exe ;;
    *) fail "there is no build for $system" ;;
  esac
  machine=$(uname -m)
  case $machine in
    x86_64 | amd64) arch=x64 ;;
    aarch64 | arm64) arch=arm64 ;;
    *) fail "there is no build for $system on $machine" ;;
  esac
  case $os in
    # A shell under Rosetta is told x86_64.
    darwin) if [ "$(sysctl -n sysctl.proc_translated 2>/dev/null)" = 1 ]; then arch=arm64; fi ;;
    # Windows on ARM runs x64 programs, and that is the build there is.
    windows) arch=x64 ;;
    linux)
      # A kernel of 64 bits may run a system of 32.
      if has getconf && [ "$(getconf LONG_BIT 2>/dev/null)" = 32 ]; then fail "there is no build for a 32-bit system"; fi
      if is_musl; then libc=-musl; fi
      ;;
  esac
}

# ldd says which libc programs here are linked with. The loader's file alone says little: glibc systems may have musl too.
is_musl() {
  if has ldd; then
    case $(ldd --version 2>&1 || :) in
      *musl*) return 0 ;;
      *) return 1 ;;
    esac
  fi
  for loader in /lib/ld-linux*.so.* /lib64/ld-linux*.so.*; do
    [ ! -e "$loader" ] || return 1
  done
  for loader in /lib/ld-musl-*.so.1; do
    [ ! -e "$loader" ] || return 0
  done
  return 1
}

# Sets dir, absolute, and private: the home of svc when it is to be made, which no one else may read.
find_dir() {
  private=
  if [ -z "$dir" ]; then
    if [ -n "${SVC_INSTALL_DIR:-}" ]; then
      dir=$SVC_INSTALL_DIR
    elif [ -n "${SVC_HOME:-}" ]; then
      private=$SVC_HOME
    elif [ -n "${HOME:-}" ]; then
      private=$HOME/.svc
    else
      fail "HOME is not set: say where to install with --dir"
    fi
    dir=${dir:-$private/bin}
  fi
  case $dir in
    /* | [A-Za-z]:*) ;;
    *) dir=$PWD/$dir ;;
  esac
  [ "$dir" = / ] || dir=${dir%/}
}

# Sets root. Only for this script as a file: piped into a shell, its name is the shell's, and the folder the user
# happens to stand in must not be built and run.
find_checkout() {
  [ "${0##*/}" = install.sh ] && [ -f "$0" ] || return 1
  root=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
  [ -f "$root/scripts/dev" ] && grep -q '^  "name": "svc",' "$root/package.json" 2>/dev/null
}

build() {
  sh "$root/scripts/dev" build.ts >&2 </dev/null || fail "the build failed"
  file=$root/dist/svc$exe
  [ -f "$file" ] || fail "the build made no $file"
}

download() {
  base=$1
  name=svc-$os-$arch$libc$exe
  work=$(mktemp -d "${TMPDIR:-/tmp}/svc-install.XXXXXX") || fail "cannot make a temporary folder"
  file=$work/$name
  fetch "$base/SHA256SUMS" "$work/SHA256SUMS"
  # A second column of *name is what sha256sum writes for binary files.
  expected=$(tr -d '\r' <"$work/SHA256SUMS" | awk -v name="$name" '$2 == name || $2 == "*" name { print tolower($1); exit }')
  [ -n "$expected" ] || fail "$base/SHA256SUMS has no entry for $name: nothing was installed"
  echo "downloading $base/$name" >&2
  fetch "$base/$name" "$file" shown
  actual=$(digest "$file")
  [ "$actual" = "$expected" ] || fail "the SHA-256 of $base/$name is $actual, not $expected: nothing was installed"
}

digest() {
  # Read from standard input, because a strange file name changes how the line is written.
  if has sha256sum; then
    sum=$(sha256sum <"$1")
  elif has shasum; then
    sum=$(shasum -a 256 <"$1")
  else
    fail "neither sha256sum nor shasum is there to check the download with"
  fi
  printf '%s\n' "${sum%% *}"
}

# Fetches an address into a file. What the program said is shown only when it failed, in the one line of the error; but
# people get a bar for what is `shown`, because it takes long.
fetch() {
  case $1 in
    file://*)
      path=$(printf '%s\n' "${1#file://}" | sed 's/%20/ /g')
      cp -- "$path" "$2" 2>"$work/said" || fail "cannot read $path: $(said)"
      return
      ;;
    https://*) schemes='=https' ;;
    http://*) schemes='=http,https' ;;
    *) fail "SVC_INSTALL_BASE must begin with https://, http:// or file://" ;;
  esac
  if [ -n "${3:-}" ] && [ -t 2 ] && has curl; then
    curl -fL --proto "$schemes" --retry 2 --progress-bar -o "$2" "$1" || fail "cannot download $1"
  elif has curl; then
    curl -fsSL --proto "$schemes" --retry 2 -o "$2" "$1" 2>"$work/said" || fail "cannot download $1: $(said)"
  elif has wget; then
    wget -O "$2" "$1" 2>"$work/said" </dev/null || fail "cannot download $1: $(said)"
    # Busybox may be built with a TLS that believes everyone, and only notes it.
    if grep -q 'certificate validation not implemented' "$work/said"; then
      fail "this wget does not check certificates, so the download is not trusted: install curl"
    fi
  else
    fail "neither curl nor wget is there to download with"
  fi
}

# curl explains itself at length after the line that matters, wget before it.
said() {
  if grep -q '^curl: ' "$work/said"; then
    sed -n '/^curl: /{p;q;}' "$work/said"
  else
    grep -v '^[[:space:]]*$' "$work/said" | tail -n 1
  fi
}

# A copy beside the target, tried out and then renamed over it: whoever runs svc meanwhile keeps the old file, and no one
# meets half a file or one that does not start.
install_file() {
  target=$dir/svc$exe
  [ ! -d "$target" ] || fail "$target is a folder"
  if [ -n "$private" ] && [ ! -d "$private" ]; then
    said=$(umask 077 && mkdir -p -- "$private" 2>&1) || fail "cannot make $private: $said"
  fi
  said=$(mkdir -p -- "$dir" 2>&1) || fail "cannot make $dir: $said"
  staged=$dir/.svc-new-$$$exe
  said=$(cp -- "$file" "$staged" 2>&1) || fail "cannot write to $dir: $said"
  chmod 755 "$staged"
  version=$("$staged" --version </dev/null) || fail "svc does not start on this machine: nothing was installed$(musl_advice)"
  # Windows refuses to replace a program that runs, but lets it be renamed. Those that ran at earlier times are removed.
  if [ "$os" = windows ] && [ -e "$target" ]; then
    rm -f -- "$dir"/svc-old-*"$exe" 2>/dev/null || :
    mv -f -- "$target" "$dir/svc-old-$$$exe"
  fi
  mv -f -- "$staged" "$target" || fail "cannot write $target"
  staged=
  echo "installed $target"
  echo "$version"
}

musl_advice() {
  [ -z "$libc" ] || printf ' (on Alpine it needs: apk add libstdc++ libgcc)'
}

advise_path() {
  case :$PATH: in
    *":$dir:"*)
      found=$(command -v svc) || found=
      case $found in
        "$dir"/* | '') ;;
        *) warn "another svc comes before it in PATH: $found" ;;
      esac
      return
      ;;
  esac
  if [ -z "${HOME:-}" ]; then
    echo "$dir is not in PATH"
    return
  fi
  # In double quotes these four mean something to a shell.
  quoted=\"$(printf '%s\n' "$dir" | sed 's/["$`\\]/\\&/g')\"
  line="export PATH=$quoted:\"\$PATH\""
  shell=${SHELL:-}
  case ${shell##*/} in
    zsh) rc=${ZDOTDIR:-$HOME}/.zshrc ;;
    # Terminals on macOS start login shells, which do not read .bashrc.
    bash) if [ "$os" = darwin ]; then rc=$HOME/.bash_profile; else rc=$HOME/.bashrc; fi ;;
    fish) rc=${XDG_CONFIG_HOME:-$HOME/.config}/fish/config.fish line="fish_add_path $quoted" ;;
    *) rc=$HOME/.profile ;;
  esac
  if [ -z "$add_path" ]; then
    printf '%s is not in PATH. Add this line to %s:\n\n  %s\n\n' "$dir" "$rc" "$line"
  elif [ -f "$rc" ] && grep -qxF -- "$line" "$rc"; then
    echo "$rc adds $dir to PATH already: open a new shell"
  else
    mkdir -p -- "${rc%/*}"
    # A last line without its end would swallow ours.
    if [ -s "$rc" ] && [ -n "$(tail -c 1 "$rc")" ]; then echo >>"$rc"; fi
    printf '%s\n' "$line" >>"$rc" || fail "cannot write $rc"
    echo "added $dir to PATH in $rc: open a new shell"
  fi
}

# svc says itself when a browser is there. Without one most of svc still works, so this is no failure.
install_browser() {
  "$target" install </dev/null || warn "no browser was installed; when you need one, run: $target install"
}

main "$@"
exit
}
