import type { FastifyReply } from 'fastify'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that came from outside, as text. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (each) => ENTITIES[each] ?? each)

const madrid = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** An instant for a person: `22/11/2026 19:05:00`, the time of mainland Spain wherever the page is read. */
export const shortTime = (iso: string): string => madrid.format(new Date(iso)).replace(', ', ' ')

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  html { background: Canvas; color: CanvasText; }
  body { margin: 0 auto; max-width: 70rem; padding: 1.5rem; }
  .sample { background: #8f1d1d; color: #fff; padding: .4rem .8rem; font-weight: 600; }
  h1 { font-size: 1.5rem; margin: 1rem 0 .25rem; }
  h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid #8884; vertical-align: top; }
  .wide { max-width: none; font-size: 13px; }
  .wide td { white-space: nowrap; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font-size: 12px; }
  .soft { color: #4a4a4a; }
  @media (prefers-color-scheme: dark) { .soft { color: #b8b8b8; } }
`

export interface Page {
  readonly title: string
  /** HTML, whose texts were escaped by whoever made it. */
  readonly body: string
  /** For long tables: the whole window. */
  readonly isWide?: boolean
  /** A script of ours, if the page has one. */
  readonly script?: string
}

/** A page of ours: nothing of it comes from anywhere else, and nothing may be added to it. */
export function sendPage(reply: FastifyReply, { title, body, script, isWide }: Page): FastifyReply {
  const nonce = crypto.randomUUID()
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`
  const html = `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style nonce="${nonce}">${STYLE}</style></head>
<body${isWide === true ? ' class="wide"' : ''}><header class="sample">MUESTRA · Sin valor oficial</header><main>${body}</main>
${script === undefined ? '' : `<script type="module" nonce="${nonce}">${script}</script>`}</body></html>`
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'private, no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .send(html)
}

/** A table of texts. */
export function htmlTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[], tag: string) =>
    row.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')
  const top = head.length === 0 ? '' : `<thead><tr>${cells(head, 'th')}</tr></thead>`
  return `<table>${top}<tbody>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</tbody></table>`
}
