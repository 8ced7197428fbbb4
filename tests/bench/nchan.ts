import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/fakes/free-port.ts'
import { ensureNchan } from '#tests/system.ts'
import { startServer } from './machine.ts'

/** Nchan as the peer of the relay: it takes messages by POST, keeps them in memory and streams them. */
export interface Nchan {
  readonly publishUrl: string
  readonly streamUrl: string
  remove(): Promise<void>
}

/** Starts Nchan. `null` with a message where it is missing or does not start. */
export async function startNchan(): Promise<Nchan | null> {
  const found = await ensureNchan()
  if (found === null) {
    process.stderr.write('Nchan left out: it is not here, and cannot be installed\n')
    return null
  }
  const port = await freePort()
  const directory = mkdtempSync(join(tmpdir(), 'relay-bench-nchan-'))
  const file = join(directory, 'nginx.conf')
  writeFileSync(file, configuration(directory, found.module, port))
  const origin = `http://127.0.0.1:${port}`
  try {
    // SIGKILL of the master would leave its workers running.
    const command = [found.nginx, '-c', file, '-p', directory] as const
    const stop = await startServer(origin, command, { signal: 'SIGTERM' })
    return {
      publishUrl: `${origin}/pub/office`,
      streamUrl: `${origin}/sub/office`,
      async remove() {
        await stop()
        rmSync(directory, { recursive: true, force: true })
      },
    }
  } catch (error) {
    process.stderr.write(`Nchan left out: ${String(error)}\n`)
    rmSync(directory, { recursive: true, force: true })
    return null
  }
}

const configuration = (directory: string, module: string, port: number) => `
load_module ${module};
daemon off;
user root;
worker_processes 2;
pid ${directory}/nginx.pid;
error_log ${directory}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${directory}/body;
  proxy_temp_path ${directory}/proxy;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
  nchan_shared_memory_size 256M;
  server {
    listen 127.0.0.1:${port} backlog=4096;
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
