import { escapeHtml } from '../http/html.ts'
import { refusalsOf } from './document.ts'
import { webhooks } from './events.ts'
import { curlOf, idOf, type Operation } from './operations.ts'
import { bodySchema, componentSchemas, type SchemaName } from './schemas.ts'
import { type Guide, guides, type GuideValues } from './texts.ts'

/** Body of `/docs`: the rules, every call with its examples and a way to try it, events and schemas. */
export function docsHtml(all: readonly Operation[], values: GuideValues): string {
  const tags = [...new Set(all.map(({ tag }) => tag))]
  const rules = guides(values)
  const sections = tags.map((tag) => {
    const own = all.filter((operation) => operation.tag === tag)
    return section(tag, own.map(operationHtml).join(''))
  })
  const names = ['Rules', ...tags, 'Events', 'Schemas']
  return `<h1>Referencia de la API</h1>
    <p class="soft">El documento: <a href="/openapi.json">openapi.json</a>. En los ejemplos, <code>SERVICE</code> es esta
    dirección y <code>KEY</code> tu clave.</p>
    <nav aria-label="Secciones">${names.map((name) => `<a href="#${anchor(name)}">${name}</a>`).join(' ')}</nav>${KEY_FIELD}
    ${section('Rules', rules.map(guideHtml).join(''))}${sections.join('')}
    ${section('Events', eventsHtml())}${section('Schemas', schemasHtml())}`
}

const anchor = (name: string): string => name.toLowerCase().replace(/[^a-z]+/g, '-')

const section = (name: string, content: string): string =>
  `<section lang="en"><h2 id="${anchor(name)}">${escapeHtml(name)}</h2>${content}</section>`

const pretty = (value: unknown): string => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`

const folded = (summary: string, content: string, id = ''): string =>
  `<details${id === '' ? '' : ` id="${id}"`}><summary>${summary}</summary>${content}</details>`

const schemasHtml = (): string =>
  Object.entries(componentSchemas())
    .map(([name, schema]) => folded(`<code>${name}</code>`, pretty(schema), name))
    .join('')

function operationHtml(operation: Operation): string {
  const { method, path, summary, description, body, status, answers, answer } = operation
  const title = `<code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(summary)}`
  const parts = [
    `<p>${withCode(description)}</p>`,
    `<h3>curl</h3><pre>${escapeHtml(curlOf(operation))}</pre>`,
    body === undefined ? '' : folded('Body schema', pretty(bodySchema(body))),
    `<h3>${status} ${answerLink(answers)}</h3>${answer === undefined ? '' : pretty(answer)}`,
    '<h3>Refusals</h3>',
    table(refusalsOf(operation).map(([code, when]) => [String(code), withCode(when)])),
    `<div lang="es">${tryItHtml(operation)}</div>`,
  ]
  return folded(title, parts.join(''), idOf(method, path))
}

const eventsHtml = (): string =>
  Object.entries(webhooks())
    .map(([name, { post }]) => {
      const { schema, example } = post.requestBody.content['application/json']
      const headers = post.parameters.map((header): [string, string] => [
        header.name,
        withCode(header.description),
      ])
      const content = `<p>${withCode(post.description)}</p><h3>Headers</h3>${table(headers)}
        <h3>Body</h3>${pretty(example)}${folded('Body schema', pretty(schema))}`
      return folded(`<code>${name}</code>`, content, `event-${anchor(name)}`)
    })
    .join('')

/** Rows of a term and what it means; the second is HTML already. */
const table = (rows: readonly (readonly [string, string])[]): string =>
  `<table><tbody>${rows.map(([term, html]) => `<tr><th scope="row">${escapeHtml(term)}</th><td>${html}</td></tr>`).join('')}</tbody></table>`

const guideHtml = ({ title, paragraphs }: Guide): string =>
  `<h3>${escapeHtml(title)}</h3>${paragraphs.map((words) => `<p>${withCode(words)}</p>`).join('')}`

/** Escaped, with what is in backticks as code. */
const withCode = (words: string): string => escapeHtml(words).replace(/`([^`]+)`/g, '<code>$1</code>')

function answerLink(answers: Operation['answers']): string {
  if (answers === null) return ''
  if (answers === 'file' || answers === 'pdf') return answers === 'pdf' ? 'PDF' : 'PDF or image'
  const name: SchemaName = typeof answers === 'string' ? answers : answers[0]
  return `<a href="#${name}">${name}</a>${typeof answers === 'string' ? '' : '[]'}`
}

/** Key that every call of the page is tried with. It stays in the page: nothing stores it. */
const KEY_FIELD = `<p><label>Clave para probar <input id="key" type="password" autocomplete="off" size="40"></label></p>`

/** Form that sends a call to this very service: its example, or a file where the call takes one. */
function tryItHtml({ method, path, isOpen, example, body, takesFile }: Operation): string {
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

/** Filled by the script with what the form would send. */
const CURL = '<p>Lo mismo con curl:</p><pre data-curl></pre>'

/** Script of the page. An answer is shown as it comes; a file, by its type and size. */
export const TRY_IT = `
const addressOf = (form, valueOf) => form.dataset.path.replace(/\\{(\\w+)\\}/g, (_, name) => valueOf(name))
const capitals = (name) => name.replace(/([A-Z])/g, '_$1').toUpperCase()
const quoted = (text) => "'" + text.replaceAll("'", "'\\\\''") + "'"

/** The fields of a form; no file and an empty type are no fields. */
const fieldsOf = (form) => {
  const { file, type, ...fields } = Object.fromEntries(new FormData(form))
  return { ...fields, ...(file?.name && { file, ...(type && { type }) }) }
}

/** With the file's own name: curl is run where the file is. */
function curlOf(form) {
  const { body, file, type, ...parameters } = fieldsOf(form)
  const address = addressOf(form, (name) => encodeURIComponent(parameters[name]) || capitals(name))
  const sent = file
    ? ['-F ' + quoted('file=@"' + file.name.replace(/["\\\\]/g, '\\\\$&') + '"'),
      ...(type ? ['--form-string ' + quoted('type=' + type)] : [])]
    : ["-H 'Content-Type: application/json'", '-d ' + quoted(body)]
  return ['curl -X ' + form.dataset.method + ' "$SERVICE' + address + '"', '-H "Authorization: Bearer $KEY"', ...sent]
    .join(' \\\\\\n  ')
}

for (const form of document.querySelectorAll('form[data-path]')) {
  const curl = form.querySelector('[data-curl]')
  if (curl) {
    const clear = form.querySelector('[data-clear]')
    const show = () => {
      curl.textContent = curlOf(form)
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
    const { body, token, file, type, ...parameters } = fieldsOf(form)
    const path = addressOf(form, (name) => encodeURIComponent(parameters[name]))
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
