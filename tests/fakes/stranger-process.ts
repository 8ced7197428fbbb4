import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import Database from 'better-sqlite3-multiple-ciphers'

/** Actions of another user of the PC (stranger.ts): a line of JSON on stdout for each outcome. */
const [what = '', ...args] = process.argv.slice(2)
const tell = (outcome: unknown) => void process.stdout.write(`${JSON.stringify(outcome)}\n`)
const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

const ENDLESS =
  'POST /transfer/lookup.plates-in-file HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000000\r\n\r\nx'
const FIRST_WORDS = ['', 'GET /consulta HTTP/1.1\r\nhost: ', 'GET / HTTP/1.1\r\nhost: x\r\n\r\n', ENDLESS]

const deeds: Readonly<Record<string, () => void>> = {
  /** Tries to read files. */
  read: () =>
    tell(
      args.map((path) => {
        try {
          return readFileSync(path, 'utf8')
        } catch (error) {
          return codeOf(error)
        }
      }),
    ),
  /** Takes SQLite's read lock on a file, and keeps it. */
  lock() {
    try {
      const db = new Database(args[0], { readonly: true })
      db.exec('BEGIN')
      db.prepare('SELECT * FROM sqlite_master').all()
      tell('locked')
    } catch (error) {
      tell(codeOf(error))
    }
  },
  /** Listens on a free port, says which, and reports the host and the cookie that browsers send. */
  squat() {
    const server = createServer(({ headers }, response) => {
      tell({ host: headers.host, cookie: headers.cookie ?? '' })
      response.end('<!doctype html><title>squatter</title>')
    })
    server.listen(0, '127.0.0.1', () => tell(server.address()))
  },
  /** Opens connections and never closes one, not even its half after the other end has closed. */
  hold() {
    const [port = 0, count = 0] = args.map(Number)
    let tried = 0
    for (let n = 0; n < count; n++) {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      const settled = new Promise((resolve) => socket.once('connect', resolve).once('error', resolve))
      void settled.then(() => {
        socket.write(FIRST_WORDS[n % FIRST_WORDS.length] ?? '')
        socket.resume()
        if (++tried === count) tell({ tried })
      })
      socket.on('error', () => undefined)
    }
  },
}
deeds[what]?.()
process.stdin.on('end', () => process.exit(0)).resume()
