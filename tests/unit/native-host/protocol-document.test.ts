import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { isProof } from '#electron/core/instance/proofs.ts'
import {
  answerFrameSchema,
  hostCommands,
  hostErrorSchema,
  hostTopics,
  localCommands,
  localTopics,
  requestFrameSchema,
  topicFrameSchema,
} from '#shared/host-protocol/messages.ts'
import {
  CHROME_ID,
  HOST_ERRORS,
  HOST_NAME,
  MAX_BATCH,
  MAX_FRAME_BYTES,
  PROTOCOL_VERSION,
  REQUEST_TIMEOUT_MS,
} from '#shared/host-protocol/protocol.ts'

const text = readFileSync(new URL('../../../shared/host-protocol/PROTOCOL.md', import.meta.url), 'utf8')
const blocks = (kind: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${kind}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block = '']) =>
    block.trim().split('\n'),
  )
const commands = { ...hostCommands, ...localCommands }
const topics = { ...hostTopics, ...localTopics }
type Command = keyof typeof commands

/** Parses, and takes no field that the schema does not have. */
function exact(schema: z.ZodType, value: unknown): void {
  expect(schema.parse(value)).toEqual(value)
}

const requests = new Map<number, Command>()
const seen = { commands: new Set<string>(), answered: new Set<string>(), topics: new Set<string>() }

describe('the examples of PROTOCOL.md', () => {
  const lines = blocks('frames').flat()

  test.each(lines)('%s', (line) => {
    const value: unknown = JSON.parse(line.slice(2))
    // As it is written in a frame.
    expect(JSON.stringify(value)).toBe(line.slice(2))
    if (line.startsWith('→ ')) return takeRequest(value)
    expect(line).toMatch(/^← /)
    const topic = topicFrameSchema.safeParse(value)
    if (topic.success) {
      const name = topic.data.topic as keyof typeof topics
      seen.topics.add(name)
      return exact(topics[name].payload, topic.data.payload)
    }
    const answer = answerFrameSchema.parse(value)
    if (!answer.ok) return exact(hostErrorSchema, answer.error)
    const command = requests.get(answer.id)!
    seen.answered.add(command)
    exact(commands[command].result, answer.value)
  })

  function takeRequest(value: unknown): void {
    const { id, command, args } = requestFrameSchema.parse(value)
    expect(requests.has(id)).toBe(false)
    requests.set(id, command as Command)
    seen.commands.add(command)
    exact(commands[command as Command].args, args)
  }

  test('have every command with its answer, and every topic', () => {
    expect([...seen.commands].toSorted()).toEqual(Object.keys(commands).toSorted())
    expect([...seen.answered].toSorted()).toEqual(Object.keys(commands).toSorted())
    expect([...seen.topics].toSorted()).toEqual(Object.keys(topics).toSorted())
  })
})

test('the proofs of PROTOCOL.md are those of its token', () => {
  const token = /With the token `([\w-]{43})`/.exec(text)?.[1] ?? ''
  const [[host, application, request] = []] = blocks('handshake').map((lines) =>
    lines.map((line) => JSON.parse(line) as Record<'nonce' | 'proof' | 'origin', string>),
  )
  const { nonce: theirs, proof } = application!
  expect(isProof(proof, token, ['application', host!.nonce, theirs])).toBe(true)
  expect(isProof(request!.proof, token, ['host', host!.nonce, theirs, request!.origin])).toBe(true)
  expect(request!.origin).toBe(`chrome-extension://${CHROME_ID}/`)
})

test('PROTOCOL.md says what to do with every error, and with no other', () => {
  const rows = [...text.matchAll(/^\| `([\w-]+)` \| (?:host|application|both) \| .+ \|$/gm)]
  expect(rows.map(([, code]) => code)).toEqual([...HOST_ERRORS])
})

test('the figures of PROTOCOL.md are those of the code', () => {
  const thousands = (value: number) => value.toLocaleString('en')
  expect(text).toContain(`Version **${PROTOCOL_VERSION}**`)
  expect(text).toContain(`| a frame | ${thousands(MAX_FRAME_BYTES)} bytes |`)
  expect(text).toContain(`| plates of a batch, or of \`lookup.get\` | ${thousands(MAX_BATCH)} |`)
  expect(text).toContain(`after ${REQUEST_TIMEOUT_MS / 1_000} s |`)
  expect(text).toContain(`connectNative('${HOST_NAME}')`)
})
