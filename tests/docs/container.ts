import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** A container with its own network, processes and systemd. Its files are those of this machine; changes stay in memory. */
export interface Container {
  /**
   * Runs a command in the container's one shell, so that `cd` and `export` last. The code is `null` beyond a time limit,
   * and for every later command.
   */
  run(command: string): Promise<{ code: number | null; output: string }>
  remove(): Promise<void>
}

/** Time limit of one command, for a busy machine. */
const LIMIT_MS = 20 * 60_000

/** Home of the container's user. The clone is the folder `ventanilla` in it. */
const HOME = '/root'

/**
 * `$0`: a folder. `$1`: the clone. `$2`: npm's cache. `$3`: a control group. systemd starts none of this machine's
 * services, and cannot change the kernel's settings, modules or clock.
 */
const BOOT = `set -e
mkdir "$3" && echo $$ > "$3/cgroup.procs"
exec unshare --mount --pid --ipc --uts --cgroup --net --propagation=private --fork --kill-child sh -e -c '
mount -t tmpfs -o mode=755 tmpfs "$0"
overlay() { mkdir -p "$2.upper" "$2.work" "$3"; mount -t overlay -o "lowerdir=$1,upperdir=$2.upper,workdir=$2.work" overlay "$3"; }
overlay / "$0/container" "$0/root"
clone=$1 cache=$2 layer=$0/clone
cd "$0/root"
mount -t proc proc proc && mount --bind proc/sys proc/sys && mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys && mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs dev && mkdir dev/pts dev/shm
for device in null zero full random urandom tty; do touch dev/$device && mount --bind /dev/$device dev/$device; done
mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts && ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd && ln -s /proc/self/fd/0 dev/stdin && ln -s /proc/self/fd/1 dev/stdout && ln -s /proc/self/fd/2 dev/stderr
mount -t tmpfs -o mode=755 tmpfs run && mount -t tmpfs -o mode=755 tmpfs root
mount -t tmpfs -o mode=1777 tmpfs dev/shm && mount -t tmpfs -o mode=1777 tmpfs tmp
overlay "$clone" "$layer" root/ventanilla
mkdir root/.npm && mount --bind "$cache" root/.npm
ip link set lo up
pivot_root . mnt && umount -l mnt
exec env -i container=other setpriv --bounding-set=-sys_module,-sys_time,-sys_rawio,-syslog /lib/systemd/systemd --unit=basic.target
' "$0" "$1" "$2"`

const ENVIRONMENT = {
  HOME,
  PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LANG: 'C.UTF-8',
  // There is no network: the clone was made with the same packages a moment ago.
  npm_config_offline: 'true',
  GIT_AUTHOR_NAME: 'Reader',
  GIT_AUTHOR_EMAIL: 'reader@example.com',
  GIT_COMMITTER_NAME: 'Reader',
  GIT_COMMITTER_EMAIL: 'reader@example.com',
}

/**
 * Functions of the shell. `serve PATTERN COMMAND` starts a long-running command. It waits until the output matches the
 * pattern, and until the first printed address answers. `stop` sends SIGINT to all of them, and fails if one goes on.
 */
const FUNCTIONS = `set -m
servers=
serve() {
  local log pid url; log=$(mktemp)
  eval "$2" </dev/null >"$log" 2>&1 & pid=$!
  for _ in $(seq 600); do
    if grep -qE "$1" "$log"; then
      url=$(grep -oEm1 'http://[^" ]+' "$log" | head -1)
      if [ -z "$url" ] || curl -qs -o /dev/null "$url"; then servers="$servers $pid"; cat "$log"; return 0; fi
    fi
    kill -0 $pid 2>/dev/null || break
    sleep 1
  done
  kill -KILL -- -$pid 2>/dev/null; cat "$log"; return 1
}
stop() {
  local pid bad=0
  for pid in $servers; do
    kill -INT -- -$pid
    for _ in $(seq 20); do kill -0 $pid 2>/dev/null || break; sleep 1; done
    if kill -0 $pid 2>/dev/null; then bad=1; kill -KILL -- -$pid; fi
  done
  servers=
  return $bad
}
`

export async function startContainer(clone: string, npmCache: string): Promise<Container> {
  const directory = mkdtempSync(join(tmpdir(), 'ventanilla-docs-'))
  const groups = execFileSync('findmnt', ['-nt', 'cgroup2', '-o', 'TARGET'], { encoding: 'utf8' }).split('\n')
  const group = join(groups[0] ?? '', basename(directory))
  const holder = spawn('sh', ['-c', BOOT, directory, clone, npmCache, group], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  holder.stderr.on('data', (chunk) => (said += String(chunk)))
  const ended = once(holder, 'exit')
  const child = () => readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8').trim()
  const isBooted = () => child() !== '' && readFileSync(`/proc/${child()}/comm`, 'utf8') === 'systemd\n'
  while (!isBooted()) {
    if (holder.exitCode !== null) throw new Error(`systemd does not start: ${said}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const inside = ['-t', child(), '-m', '-p', '-i', '-u', '-n', '-C', '-r', '--wdns=/']
  const shell = spawn('nsenter', [...inside, 'bash', '--norc'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: ENVIRONMENT,
  })
  // Beyond the time limit there is no shell.
  shell.stdin.on('error', () => undefined)
  shell.stdout.setEncoding('utf8')
  let output = ''
  shell.stdout.on('data', (chunk: string) => (output += chunk))

  async function run(command: string): Promise<{ code: number | null; output: string }> {
    output = ''
    shell.stdin.write(`{ ${command}\n} </dev/null 2>&1; printf '\\n<<exit code %s>>\\n' $?\n`)
    const until = Date.now() + LIMIT_MS
    for (;;) {
      const [, before = '', code] = /^([\s\S]*)\n<<exit code (\d+)>>\n$/.exec(output) ?? []
      if (code !== undefined) return { code: Number(code), output: before }
      if (shell.exitCode !== null || shell.signalCode !== null) return { code: null, output }
      if (Date.now() > until) shell.kill('SIGKILL')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  shell.stdin.write(FUNCTIONS)
  const start =
    'until systemctl is-system-running 2>/dev/null | grep -qE "running|degraded"; do sleep 0.2; done; echo fail-with-body > ~/.curlrc; cd ventanilla'
  await run(`cd && ${start}`)
  return {
    run,
    async remove() {
      process.kill(Number(child()), 'SIGKILL')
      await ended
      execFileSync('find', [group, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', ';'])
      rmSync(directory, { recursive: true })
    },
  }
}
