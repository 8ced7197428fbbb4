import { escapeHtml } from '../http/html.ts'
import { curlOf } from './curl.ts'
import { idOf } from './document.ts'
import { webhooks } from './events.ts'
import { type Guide, guides, type GuideValues } from './guides.ts'
import type { Operation } from './operations.ts'
import { refusalsOf } from './responses.ts'
import { bodySchema, componentSchemas, type SchemaName } from './schemas.ts'
import { KEY_FIELD, tryItHtml } from './try-it.ts'

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
