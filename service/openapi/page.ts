import { escapeHtml } from '../http/html.ts'
import { listRefusals } from './document.ts'
import { describeWebhooks } from './events.ts'
import { makeOperationId, type Operation, writeCurlCommand } from './operations.ts'
import { makeBodySchema, makeComponentSchemas, type SchemaName } from './schemas.ts'
import { type Guide, type GuideValues, writeGuides } from './texts.ts'

/** Renders the body of `/docs`: rules, calls with examples and a form, events and schemas. */
export function renderDocs(all: readonly Operation[], values: GuideValues): string {
  const tags = [...new Set(all.map(({ tag }) => tag))]
  const rules = writeGuides(values)
  const sections = tags.map((tag) => {
    const own = all.filter((operation) => operation.tag === tag)
    return renderSection(tag, own.map(renderOperation).join(''))
  })
  const names = ['Rules', ...tags, 'Events', 'Schemas']
  return `<h1>Referencia de la API</h1>
    <p class="soft">El documento: <a href="/openapi.json">openapi.json</a>. En los ejemplos, <code>SERVICE</code> es esta
    dirección y <code>KEY</code> tu clave.</p>
    <nav aria-label="Secciones">${names.map((name) => `<a href="#${makeAnchor(name)}">${name}</a>`).join(' ')}</nav>${KEY_FIELD}
    ${renderSection('Rules', rules.map(renderGuide).join(''))}${sections.join('')}
    ${renderSection('Events', renderEvents())}${renderSection('Schemas', renderSchemas())}`
}

const makeAnchor = (name: string): string => name.toLowerCase().replace(/[^a-z]+/g, '-')

const renderSection = (name: string, content: string): string =>
  `<section lang="en"><h2 id="${makeAnchor(name)}">${escapeHtml(name)}</h2>${content}</section>`

const renderJson = (value: unknown): string => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`

const renderDetails = (summary: string, content: string, id = ''): string =>
  `<details${id === '' ? '' : ` id="${id}"`}><summary>${summary}</summary>${content}</details>`

const renderSchemas = (): string =>
  Object.entries(makeComponentSchemas())
    .map(([name, schema]) => renderDetails(`<code>${name}</code>`, renderJson(schema), name))
    .join('')

function renderOperation(operation: Operation): string {
  const { method, path, summary, description, body, status, answers, answer } = operation
  const title = `<code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(summary)}`
  const parts = [
    `<p>${renderInlineCode(description)}</p>`,
    `<h3>curl</h3><pre>${escapeHtml(writeCurlCommand(operation))}</pre>`,
    body === undefined ? '' : renderDetails('Body schema', renderJson(makeBodySchema(body))),
    `<h3>${status} ${renderAnswerLink(answers)}</h3>${answer === undefined ? '' : renderJson(answer)}`,
    '<h3>Refusals</h3>',
    renderTerms(listRefusals(operation).map(([code, when]) => [String(code), renderInlineCode(when)])),
    `<div lang="es">${renderTryIt(operation)}</div>`,
  ]
  return renderDetails(title, parts.join(''), makeOperationId(method, path))
}

const renderEvents = (): string =>
  Object.entries(describeWebhooks())
    .map(([name, { post }]) => {
      const { schema, example } = post.requestBody.content['application/json']
      const headers = post.parameters.map((header): [string, string] => [
        header.name,
        renderInlineCode(header.description),
      ])
      const content = `<p>${renderInlineCode(post.description)}</p><h3>Headers</h3>${renderTerms(headers)}
        <h3>Body</h3>${renderJson(example)}${renderDetails('Body schema', renderJson(schema))}`
      return renderDetails(`<code>${name}</code>`, content, `event-${makeAnchor(name)}`)
    })
    .join('')

/** Renders rows of a term and its meaning. The term is text, and the meaning is HTML. */
const renderTerms = (rows: readonly (readonly [string, string])[]): string =>
  `<table><tbody>${rows.map(([term, html]) => `<tr><th scope="row">${escapeHtml(term)}</th><td>${html}</td></tr>`).join('')}</tbody></table>`

const renderGuide = ({ title, paragraphs }: Guide): string =>
  `<h3>${escapeHtml(title)}</h3>${paragraphs.map((words) => `<p>${renderInlineCode(words)}</p>`).join('')}`

/** Escapes a text, and renders words in backticks as code. */
const renderInlineCode = (words: string): string => escapeHtml(words).replace(/`([^`]+)`/g, '<code>$1</code>')

function renderAnswerLink(answers: Operation['answers']): string {
  if (answers === null) return ''
  if (answers === 'file' || answers === 'pdf') return answers === 'pdf' ? 'PDF' : 'PDF or image'
  const name: SchemaName = typeof answers === 'string' ? answers : answers[0]
  return `<a href="#${name}">${name}</a>${typeof answers === 'string' ? '' : '[]'}`
}

/** Field for the key that the forms use. Nothing stores the key. */
const KEY_FIELD = `<p><label>Clave para probar <input id="key" type="password" autocomplete="off" size="40"></label></p>`

/** Renders a form that sends a call to this service, with the example body or with a file. */
function renderTryIt({ method, path, isOpen, example, body, takesFile }: Operation): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const fields = [...names, ...(isOpen ? ['token'] : [])].map(
    (name) => `<label>${name} <input name="${name}" required size="40"></label>`,
  )
  const given = JSON.stringify(example ?? {}, null, 2)
  const text =
    body === undefined
      ? ''
      : `<label>${takesFile ? 'Cuerpo, si no hay fichero' : 'Cuerpo'} <textarea name="body" rows="${Math.min(given.split('\n').length + 1, 14)}" cols="70" spellcheck="false">${escapeHtml(given)}</textarea></label>`
  return `<form data-method="${method.toUpperCase()}" data-path="${escapeHtml(path)}"${isOpen ? ' data-open' : ''}>
    ${fields.join('')}${takesFile ? FILE_FIELDS : ''}${text}${takesFile ? CURL : ''}
    <button>Probar</button><pre role="status" hidden></pre></form>`
}

const FILE_FIELDS = `<label>Fichero <input name="file" type="file"></label>
    <button type="button" data-clear hidden>Quitar el fichero</button>
    <label>Tipo del fichero, si lo sabes <input name="type" size="40" placeholder="national_id"></label>`

/** The script writes the curl command of the form here. */
const CURL = '<p>Lo mismo con curl:</p><pre data-curl></pre>'

/** Script of the page. The script shows JSON answers, and the type and size of files. */
export const TRY_IT_SCRIPT = `
const fillPath = (form, readValue) => form.dataset.path.replace(/\\{(\\w+)\\}/g, (_, name) => readValue(name))
const toCapitals = (name) => name.replace(/([A-Z])/g, '_$1').toUpperCase()
const quote = (text) => "'" + text.replaceAll("'", "'\\\\''") + "'"

/** Reads the fields of a form. A missing file and an empty type are left out. */
const readFields = (form) => {
  const { file, type, ...fields } = Object.fromEntries(new FormData(form))
  return { ...fields, ...(file?.name && { file, ...(type && { type }) }) }
}

/** The command has only the file name: the reader runs curl in the folder of the file. */
function writeCurl(form) {
  const { body, file, type, ...parameters } = readFields(form)
  const address = fillPath(form, (name) => encodeURIComponent(parameters[name]) || toCapitals(name))
  const sent = file
    ? ['-F ' + quote('file=@"' + file.name.replace(/["\\\\]/g, '\\\\$&') + '"'),
      ...(type ? ['--form-string ' + quote('type=' + type)] : [])]
    : ["-H 'Content-Type: application/json'", '-d ' + quote(body)]
  return ['curl -X ' + form.dataset.method + ' "$SERVICE' + address + '"', '-H "Authorization: Bearer $KEY"', ...sent]
    .join(' \\\\\\n  ')
}

for (const form of document.querySelectorAll('form[data-path]')) {
  const curl = form.querySelector('[data-curl]')
  if (curl) {
    const clear = form.querySelector('[data-clear]')
    const show = () => {
      curl.textContent = writeCurl(form)
      clear.hidden = !form.elements.file.value
    }
    form.addEventListener('input', show)
    clear.addEventListener('click', () => {
      form.elements.file.value = ''
      form.elements.file.focus()
      show()
    })
    show()
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('button:not([type])')
    // A disabled button would lose the focus.
    if (button.ariaDisabled === 'true') return
    const output = form.querySelector('[role=status]')
    const { body, token, file, type, ...parameters } = readFields(form)
    const path = fillPath(form, (name) => encodeURIComponent(parameters[name]))
    const query = token === undefined ? '' : '?token=' + encodeURIComponent(token)
    const isOpen = form.dataset.open !== undefined
    const parts = new FormData()
    if (type) parts.set('type', type)
    if (file) parts.set('file', file)
    button.ariaDisabled = 'true'
    output.hidden = false
    output.textContent = '…'
    try {
      const answer = await fetch(path + query, {
        method: form.dataset.method,
        headers: {
          ...(!isOpen && { authorization: 'Bearer ' + document.querySelector('#key').value }),
          ...(body !== undefined && !file && { 'content-type': 'application/json' }),
        },
        ...(file ? { body: parts } : body !== undefined && { body }),
      })
      const mime = answer.headers.get('content-type') ?? ''
      const bytes = await answer.arrayBuffer()
      const text = mime.includes('json') ? JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)), null, 2)
        : bytes.byteLength === 0 ? '' : mime + ', ' + bytes.byteLength + ' bytes'
      output.textContent = answer.status + ' ' + answer.statusText + '\\n' + text
    } catch (error) {
      output.textContent = 'Sin respuesta: ' + error.message
    }
    button.ariaDisabled = null
  })
}
`
