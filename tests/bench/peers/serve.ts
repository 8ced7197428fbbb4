import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { procedureAt, type Searchable, searchableAt } from '../invented-procedures.ts'

const root = fileURLToPath(new URL('../../../out/bench-peers', import.meta.url))
const PAGES = ['empty', 'table', 'dexie']
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}
const FIRST_LOAD = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>First load</title>
<body><script type="module" src="/first-load.js"></script>`
const DAY_MS = 86_400_000

/** A procedure for the pages: the texts that find it, and the other data of its row. */
export interface PeerRow extends Searchable {
  seq: number
  status: string
  incidents: number
  incident: string
  /** Epoch milliseconds. */
  since: number
}

export interface PeerPages {
  origin: string
  close: () => Promise<void>
}

/**
 * Builds the pages and serves them on loopback with the rows of the bench: `/PAGE.html?count=100000`.
 * `/first-load.html` has a script of that many KB of gzip.
 */
export async function servePeers(now: number, scriptKilobytes = 0): Promise<PeerPages> {
  await build({
    configFile: false,
    mode: 'production',
    logLevel: 'warn',
    root: import.meta.dirname,
    plugins: [react()],
    build: {
      outDir: root,
      emptyOutDir: true,
      reportCompressedSize: false,
      rollupOptions: { input: PAGES.map((page) => join(import.meta.dirname, `${page}.html`)) },
    },
  })
  const script = scriptOfSize(scriptKilobytes)
  const bodyOf = ({ pathname, searchParams }: URL): string | Buffer => {
    if (pathname === '/rows.json') return JSON.stringify(peerRows(Number(searchParams.get('count')), now))
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

/** The procedures of the bench, newest first, as the list opens with them. */
function peerRows(count: number, now: number): PeerRow[] {
  return Array.from({ length: count }, (_, place) => {
    const index = count - 1 - place
    const { status, body } = procedureAt(index, now)
    const incidents = body['incidents'] as readonly { type: string }[]
    return {
      ...searchableAt(index, now),
      seq: index + 1,
      status,
      incidents: incidents.length,
      incident: incidents[0]?.type ?? '',
      since: Math.round(now - ((count - index) / count) * 80 * DAY_MS),
    }
  })
}

/** Names in the functions of the script. With them and numbers, the script compresses about as well as minified code. */
const WORDS = 'state row list count value query label first last index item view open change'.split(' ')
const SAMPLE = 1_000

/**
 * A script of about that many KB of gzip, which runs whole at once and then shows the field that the window's first
 * screen waits for. Its time is the browser's time for that much code.
 */
function scriptOfSize(kilobytes: number): string {
  const bytesOfOne = gzipSync(scriptWith(SAMPLE)).byteLength / SAMPLE
  return scriptWith(Math.ceil((kilobytes * 1024) / bytesOfOne))
}

const scriptWith = (functions: number) => `const table=[
${Array.from({ length: functions }, (_, at) => functionText(at)).join(',\n')}
]
let sum=0
for(const[at,run]of table.entries())sum+=run(at,sum).length
const label=document.createElement('label')
label.append('Matrícula ',document.createElement('input'))
label.title=String(sum)
document.body.append(label)`

function functionText(at: number): string {
  const number = (salt: number) => mix(at * 8 + salt)
  const word = (salt: number) => WORDS[number(salt) % WORDS.length] ?? ''
  const packed = (salt: number) => number(salt).toString(36)
  return `function ${word(0)}${at}(a,b){const c={${word(1)}:a+${number(2)},$${packed(3)}:[b,"${packed(4)}"]};return c.${word(1)}>${number(5)}?"${word(6)}"+b:c.$${packed(3)}+"${packed(7)}"}`
}

/** Pseudo-random number, fixed for a place. */
function mix(at: number): number {
  const value = Math.imul((at + 1) ^ ((at + 1) >>> 15), 0x2c1b3c6d)
  return (value ^ (value >>> 12)) >>> 0
}
