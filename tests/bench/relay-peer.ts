import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childrenOf } from '#tests/fakes/application.ts'
import { ensureNchan } from '#tests/system.ts'
import type { Target } from './relay-target.ts'

/** Nchan, which keeps its messages in memory: a peer in what it does too, and with the same load. */
export interface Peer extends Target {
  readonly name: string
  remove(): Promise<void>
}

const PORT = 42_330

/** Starts it, or says why it is left out. */
export async function startPeer(): Promise<Peer | null> {
  const found = await ensureNchan()
  if (found === null) {
    process.stderr.write('Nchan left out: it is not here, and cannot be installed\n')
    return null
  }
  const directory = mkdtempSync(join(tmpdir(), 'relay-bench-nchan-'))
  const file = join(directory, 'nginx.conf')
  writeFileSync(file, configuration(directory, found.module))
  const child = spawn(found.nginx, ['-c', file, '-p', directory], { stdio: 'ignore' })
  const gone = once(child, 'exit')
  const remove = async () => {
    // The workers end with their master when it is told to end, and not when it is killed.
    child.kill('SIGTERM')
    await gone
    rmSync(directory, { recursive: true, force: true })
  }
  const deadline = performance.now() + 10_000
  while ((await fetch(`http://127.0.0.1:${PORT}/`).catch(() => null)) === null) {
    if (child.exitCode !== null || performance.now() > deadline) {
      process.stderr.write('Nchan left out: it does not start\n')
      await remove()
      return null
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const workers = await childrenOf(child.pid ?? 0)
  return {
    name: 'Nchan (in memory)',
    port: PORT,
    inbox: { path: '/pub/office', headers: {} },
    stream: (after) => ({
      path: '/sub/office',
      headers: after === undefined ? {} : { 'last-event-id': after },
    }),
    // Its processes share most of their memory: each one's part of it is added up.
    memoryMb: () => [child.pid ?? 0, ...workers].reduce((sum, pid) => sum + ownMegabytes(pid), 0),
    remove,
  }
}

const ownMegabytes = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024

/** It keeps as many messages as the window away needs; otherwise as it comes. */
const configuration = (directory: string, module: string) => `
load_module ${module};
daemon off;
user root;
worker_processes 2;
worker_rlimit_nofile 40000;
pid ${directory}/nginx.pid;
error_log ${directory}/error.log;
events { worker_connections 16000; }
http {
  access_log off;
  client_body_temp_path ${directory}/body;
  proxy_temp_path ${directory}/proxy;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
  nchan_shared_memory_size 256M;
  server {
    listen 127.0.0.1:${PORT} backlog=4096;
    location = / { return 204; }
    location ~ ^/pub/(\\w+)$ {
      nchan_publisher;
      nchan_channel_id $1;
      nchan_message_buffer_length 1000;
      nchan_message_timeout 10m;
    }
    location ~ ^/sub/(\\w+)$ {
      nchan_subscriber eventsource;
      nchan_channel_id $1;
      nchan_subscriber_first_message newest;
    }
  }
}
`
