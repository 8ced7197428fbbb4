import type { FastifyReply } from 'fastify'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes external text for HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (each) => ENTITIES[each] ?? each)

const secondsFormat = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/**
 * Formats an instant for display: `22/11/2026 19:05:00`, in mainland Spanish time wherever the page is read.
 */
export const formatTime = (iso: string): string => secondsFormat.format(new Date(iso)).replace(', ', ' ')

const minutesFormat = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Formats an instant for a client: `22 nov 2026, 19:05`, in mainland Spanish time. */
export const formatClientTime = (iso: string): string => minutesFormat.format(new Date(iso))

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  html { background: Canvas; color: CanvasText; }
  body { margin: 0 auto; max-width: 70rem; padding: 1.5rem; }
  .sample { background: #8f1d1d; color: #fff; padding: .4rem .8rem; font-weight: 600; }
  h1 { font-size: 1.5rem; margin: 1rem 0 .25rem; }
  h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
  section > h2 { font-size: 1.3rem; margin-top: 2.5rem; padding-top: .75rem; border-top: 1px solid #8888; }
  h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
  nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: .75rem 0; }
  p { max-width: 48rem; }
  p > code, td > code { white-space: nowrap; }
  summary { padding: .2rem 0; cursor: pointer; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid #8884; vertical-align: top; }
  .wide { max-width: none; font-size: 13px; }
  .wide td { white-space: nowrap; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font-size: 12px; }
  details > pre, form > pre { margin: .5rem 0; padding: .5rem .75rem; border-inline-start: 3px solid #8888; }
  details > :not(summary) { margin-inline-start: 1rem; }
  details > table { width: calc(100% - 1rem); }
  form { display: grid; gap: .4rem; justify-items: start; margin: .5rem 0 1rem; }
  label { display: grid; gap: .1rem; justify-items: start; }
  input, textarea, button { font: inherit; }
  textarea { font: 12px/1.5 ui-monospace, monospace; max-width: 100%; }
  .soft { color: #4a4a4a; }
  @media (prefers-color-scheme: dark) { .soft { color: #b8b8b8; } }
`

export interface Page {
  readonly title: string
  /** HTML. The caller has escaped the texts. */
  readonly body: string
  /** Uses the whole window width, for long tables. */
  readonly isWide?: boolean
  /** Our own script, if the page has one. */
  readonly script?: string
}

/** Sends a page under a content security policy that forbids content from elsewhere. */
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

/** Renders an HTML table and escapes its texts. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const renderCells = (row: readonly string[], tag: string) =>
    row.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')
  const top = head.length === 0 ? '' : `<thead><tr>${renderCells(head, 'th')}</tr></thead>`
  return `<table>${top}<tbody>${rows.map((row) => `<tr>${renderCells(row, 'td')}</tr>`).join('')}</tbody></table>`
}
