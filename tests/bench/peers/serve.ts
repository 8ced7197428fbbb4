import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { scriptOf } from './script-of.ts'
import { peerRows } from './rows.ts'

const root = fileURLToPath(new URL('../../../out/bench-peers', import.meta.url))
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}
const FIRST_LOAD = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>First load</title>
<body><script type="module" src="/first-load.js"></script>`

export interface PeerPages {
  origin: string
  close: () => Promise<void>
}

/**
 * Builds the pages and serves them on loopback with the rows of the bench: `/<page>.html?count=100000`.
 * `/first-load.html` has a script of that many KB of gzip.
 */
export async function servePeers(now: number, scriptKilobytes = 0): Promise<PeerPages> {
  await build({
    configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
    mode: 'production',
    logLevel: 'warn',
  })
  const rows = new Map<string, string>()
  const rowsOf = (count: string) => {
    const made = rows.get(count) ?? JSON.stringify(peerRows(Number(count), now))
    rows.set(count, made)
    return made
  }
  const script = scriptOf(scriptKilobytes)
  const bodyOf = ({ pathname, searchParams }: URL): string | Buffer => {
    if (pathname === '/rows.json') return rowsOf(searchParams.get('count') ?? '1000')
    if (pathname === '/first-load.html') return FIRST_LOAD
    if (pathname === '/first-load.js') return script
    return readFileSync(join(root, pathname))
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    response.setHeader('Content-Type', TYPES[extname(url.pathname)] ?? 'application/json')
    response.end(bodyOf(url))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
