import type { ServerResponse } from 'node:http'
import type { ErrorCode } from '#shared/bridge/result.ts'
import { json } from './fault-service.ts'
import { startStrangeTls } from './strange-tls.ts'

/** Name, expected error code, and function that sends the answer. */
export type FailingAnswer = [what: string, code: ErrorCode, respond: (response: ServerResponse) => unknown]

export const html = (response: ServerResponse, status: number) =>
  response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Portal</h1>')
const sendsTo = (status: number) => (response: ServerResponse) =>
  void response.writeHead(status, { location: '/v1/elsewhere/1' }).end()

/** Answers that leave unknown whether the request took effect. */
export const answersThatLeaveDoubt: readonly FailingAnswer[] = [
  ['no answer in time', 'timeout', () => undefined],
  ['half an answer and no more', 'timeout', (r) => r.writeHead(201).write('{"id":')],
  ['408', 'timeout', (r) => json(r, 408, {})],
  ['500', 'service-failed', (r) => json(r, 500, {})],
  ['502 of somebody in between', 'service-failed', (r) => html(r, 502)],
  ['503', 'service-failed', (r) => json(r, 503, {}, { 'retry-after': '1' })],
  ['504', 'service-failed', (r) => html(r, 504)],
  ['200 of a web page', 'bad-answer', (r) => html(r, 200)],
  ['201 with half a JSON', 'bad-answer', (r) => json(r, 201, '{"id":"x","status":')],
  ['201 with nothing', 'bad-answer', (r) => r.writeHead(201).end()],
  ['201 too deep', 'answer-too-deep', (r) => json(r, 201, '['.repeat(100) + ']'.repeat(100))],
  ['201 too large', 'answer-too-large', (r) => json(r, 201, `"${'x'.repeat(5_000_000)}"`)],
  [
    'a body that claims to be compressed',
    'bad-answer',
    (r) => json(r, 201, {}, { 'content-encoding': 'br' }),
  ],
  ['"it is done, look there"', 'redirect-refused', sendsTo(303)],
  ['"found, over there"', 'redirect-refused', sendsTo(302)],
  ['a status that says nothing', 'bad-answer', (r) => r.writeHead(304).end()],
  ['cut once the request was read', 'unreachable', (r) => r.destroy()],
  ['reset once the request was read', 'unreachable', (r) => r.socket?.resetAndDestroy()],
  ['cut within the head of the answer', 'unreachable', (r) => r.socket?.end('HTTP/1.1 201 Cre')],
  [
    'cut within the body of the answer',
    'unreachable',
    (r) => {
      r.writeHead(201, { 'content-length': '100' })
      r.write('{"id":"x"', () => r.destroy())
    },
  ],
  ['no HTTP at all', 'unreachable', (r) => r.socket?.end('SSH-2.0-OpenSSH_9.2\r\n')],
]

/** Addresses that no request reaches. `http`: address of a running service. */
export const addressesOfNobody: readonly [what: string, address: (http: string) => Promise<string>][] = [
  ['a name that nobody has', async () => 'https://no-such-service.invalid'],
  ['no TLS where there should be', async (http) => http.replace('http:', 'https:')],
  ['a certificate that nobody signed', async () => startStrangeTls('self-signed')],
  ['a certificate of another name', async () => startStrangeTls('other-name')],
  ['a certificate that is over', async () => startStrangeTls('expired')],
  ['a connection that is never made', async () => 'http://10.255.255.1'],
]
