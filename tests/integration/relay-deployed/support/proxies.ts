import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { freePort } from '#tests/fakes/free-port.ts'
import { pathOf } from '#tests/system.ts'
import { temporaryDirectory } from '../../relay/support/relay.ts'
import { given, isListening, startProgram } from './programs.ts'

/** Text of a shipped file with its example addresses replaced by those of the test. */
function fitted(name: string, replacements: Readonly<Record<string, string>>): string {
  let text = readFileSync(given(name), 'utf8')
  for (const [from, to] of Object.entries(replacements)) {
    expect(text).toContain(from)
    text = text.replaceAll(from, to)
  }
  return text
}

const RELAY = '127.0.0.1:4020'

/** Debian's nginx in front of a relay, with the shipped locations or given ones. Returns its address. */
export async function startNginx(relayUrl: string, locations?: string): Promise<string> {
  const directory = await temporaryDirectory()
  const port = await freePort()
  const { host } = new URL(relayUrl)
  writeFileSync(join(directory, 'locations.conf'), locations ?? fitted('nginx.conf', { [RELAY]: host }))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const config = `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${directory}/pid;
error_log ${directory}/errors;
events {}
http {
  access_log ${directory}/access;
  ${temporary.map((name) => `${name}_temp_path ${directory}/${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    include ${directory}/locations.conf;
  }
}
`
  writeFileSync(join(directory, 'nginx.conf'), config)
  const nginx = startProgram(pathOf('nginx'), ['-e', 'stderr', '-c', join(directory, 'nginx.conf')])
  await expect.poll(() => isListening(port), { message: nginx.output() }).toBe(true)
  return `http://127.0.0.1:${port}`
}

/** Debian's Caddy in front of a relay, with the shipped Caddyfile. Returns its address. */
export const startCaddy = (relayUrl: string): Promise<string> =>
  startCaddyOn('Caddyfile', { [RELAY]: new URL(relayUrl).host })

/** Debian's Caddy in front of two nodes, with the shipped file. Returns its address. */
export const startCaddyOfNodes = (ports: readonly [number, number]): Promise<string> =>
  startCaddyOn('Caddyfile.nodes', {
    '127.0.0.1:4021': `127.0.0.1:${ports[0]}`,
    '127.0.0.1:4022': `127.0.0.1:${ports[1]}`,
  })

async function startCaddyOn(name: string, relays: Readonly<Record<string, string>>): Promise<string> {
  const directory = await temporaryDirectory()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const site = fitted(name, { 'relay.example.com': url, ...relays })
  const file = join(directory, 'Caddyfile')
  // Its administration would listen on a port that every Caddy of the machine uses.
  writeFileSync(file, `{\n\tadmin off\n}\n${site}`)
  const env = { ...process.env, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory }
  const caddy = startProgram(pathOf('caddy'), ['run', '--adapter', 'caddyfile', '--config', file], {
    env,
    // Told to stop, it would wait for connections that are kept alive.
    signal: 'SIGKILL',
  })
  await expect.poll(() => isListening(port), { message: caddy.output() }).toBe(true)
  return url
}
