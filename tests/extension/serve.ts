import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildExtension, unpack } from '../../build/extension/build-extension.ts'
import { PAGE_POLICY } from '../../extension/manifest.ts'
import { buildHarness } from './harness/build-harness.ts'

/** The built pages, with the policy of the manifest, at an address that a browser without extensions can open. */
const folder = fileURLToPath(new URL('../../out/extension-pages', import.meta.url))
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
}

const built = await buildExtension('0.1.0', ['chrome'])
await unpack(built.get('chrome') ?? new Map(), folder)
await buildHarness()
const port = Number(process.env.EXTENSION_PORT ?? 4279)
createServer((request, response) => {
  const path = normalize(new URL(request.url ?? '/', 'http://x').pathname)
  void readFile(join(folder, path)).then(
    (bytes) => {
      response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream')
      response.setHeader('Content-Security-Policy', PAGE_POLICY)
      response.end(bytes)
    },
    () => response.writeHead(path === '/ready' ? 200 : 404).end(),
  )
}).listen(port, '127.0.0.1')
