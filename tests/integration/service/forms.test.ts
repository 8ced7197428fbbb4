import { describe, expect, it } from 'vitest'
import { REGISTRATION } from './support/bodies.ts'
import { bearer, get, KEY, post, startService } from './support/service.ts'

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n')
const LINK = 'https://files.example.com/ficha.pdf'

type Part = readonly [name: string, value: string | Buffer]

async function send(...parts: readonly Part[]) {
  const { url } = await startService()
  const { id } = await (await post(`${url}/v1/procedures/registration`, REGISTRATION)).json()
  const form = new FormData()
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)], { type: 'application/pdf' }), 'a.pdf')
  }
  const path = `${url}/v1/procedures/${id}/documents`
  const response = await fetch(path, { method: 'POST', headers: bearer(KEY), body: form })
  const { documents } = await (await get(`${url}/v1/procedures/${id}`)).json()
  const body = await response.json()
  return { status: response.status, warning: response.headers.get('warning'), body, documents }
}

describe('"Either multipart with a `file` part, or a `url` (link to the file)"', () => {
  it('a form may have the url', async () => {
    const { status, body, documents } = await send(['url', LINK], ['type', 'technical_sheet'])
    expect(status).toBe(201)
    expect(body).toMatchObject({
      type: 'technical_sheet',
      mimeType: 'application/pdf',
      metadata: { url: LINK },
    })
    expect(documents).toHaveLength(1)
  })

  it('with both the file is taken, and a Warning names the url', async () => {
    for (const parts of [
      [
        ['url', LINK],
        ['file', PDF],
      ] as const,
      [
        ['file', PDF],
        ['url', LINK],
      ] as const,
    ]) {
      const { status, warning, body } = await send(...parts)
      expect([status, warning]).toEqual([201, '299 - "Ignored fields: url"'])
      expect(body.metadata).toEqual({ fileName: 'a.pdf', size: PDF.length })
    }
  })

  it('unknown parts are ignored, and a Warning names them', async () => {
    const { status, warning } = await send(['color', 'rojo'], ['file', PDF], ['name', 'x'])
    expect([status, warning]).toEqual([201, '299 - "Ignored fields: color, name"'])
  })

  it.each([
    [
      'two files',
      [
        ['file', PDF],
        ['file', PDF],
      ],
    ],
    [
      'a type given twice',
      [
        ['type', 'a'],
        ['type', 'b'],
        ['file', PDF],
      ],
    ],
    ['a url that is none', [['url', 'here']]],
    ['a url of another kind', [['url', 'file:///etc/passwd']]],
    ['neither', [['type', 'a']]],
    [
      'a type with NUL',
      [
        ['type', 'a\0b'],
        ['file', PDF],
      ],
    ],
    ['too many parts', Array.from({ length: 30 }, (_, n) => [`x${n}`, 'y'] as const)],
  ] satisfies [string, readonly Part[]][])('400: %s, and nothing is kept', async (_, parts) => {
    const { status, body, documents } = await send(...(parts as readonly Part[]))
    expect([status, body.statusCode]).toEqual([400, 400])
    expect(documents).toEqual([])
  })
})
