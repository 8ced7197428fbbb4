import { errorBody, linkExpired } from '../http/errors.ts'
import { UNAUTHORIZED_BODY } from '#shared/api/endpoints.ts'
import type { Operation } from './operations.ts'
import { refTo } from './schemas.ts'

/** JSON content of a body, with its example. */
export const json = (schema: object, example?: unknown) => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})

const FIELD = { field: 'vrm', message: 'The plate is of no known series.' }
const STATE = { field: 'status', message: 'PENDING' }

/** When each refusal comes, and its body. */
const REFUSALS: Readonly<Record<number, { when: string; body: object }>> = {
  400: {
    when: 'A field is missing or not valid: `details` names each.',
    body: errorBody(400, 'Some fields are not valid.', [FIELD]),
  },
  401: { when: 'No key, or a wrong one.', body: UNAUTHORIZED_BODY },
  403: { when: 'The link has expired or was altered.', body: errorBody(403, linkExpired().message) },
  404: { when: 'It is not there, or not yours.', body: errorBody(404) },
  408: { when: 'The body stopped coming, or came too slowly.', body: errorBody(408) },
  409: {
    when: 'Its present state forbids it: `details` says that state.',
    body: errorBody(409, 'Only a draft can be confirmed.', [STATE]),
  },
  413: { when: 'The body or its file is too large.', body: errorBody(413, 'The body is too large.') },
  415: {
    when: 'The content type, its charset, its encoding or the kind of file is not taken.',
    body: errorBody(415, 'The body must be sent as application/json.'),
  },
  416: { when: 'The file has no such bytes.', body: errorBody(416, 'The file has no such bytes.') },
  429: {
    when: 'Too many requests. This environment answers it when a fault orders it.',
    body: errorBody(429),
  },
  502: { when: 'The document was given as a link, which cannot be fetched.', body: errorBody(502) },
}

/** Refusals of a call in order of status, each with when it comes. */
export function refusalsOf({ errors, isOpen, body, answers }: Operation): [status: number, when: string][] {
  const all = [
    ...errors,
    ...(isOpen === true ? [] : [401]),
    ...(body === undefined ? [] : [408]),
    ...(answers === 'file' || answers === 'pdf' ? [416] : []),
    429,
  ]
  return all.toSorted((a, b) => a - b).map((status) => [status, refusal(status).when])
}

function refusal(status: number): { when: string; body: object } {
  const known = REFUSALS[status]
  if (known === undefined) throw new Error(`Nothing says when ${status} comes (responses.ts).`)
  return known
}

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } }

/** `responses` of an operation: its answer with an example, and every refusal with when it comes. */
export function responses(operation: Operation): object {
  const refused = refusalsOf(operation).map(([status, when]) => [
    status,
    {
      description: when,
      ...(status === 429 && { headers: RETRY_AFTER }),
      content: json(refTo(status === 401 ? 'Unauthorized' : 'Error'), refusal(status).body),
    },
  ])
  return {
    [operation.status]: success(operation),
    ...(isFile(operation) && {
      206: { ...success(operation), description: 'The part that `Range` asks for' },
    }),
    ...Object.fromEntries(refused),
    default: { description: 'Any other refusal', content: json(refTo('Error'), errorBody(500)) },
  }
}

const isFile = ({ answers }: Operation) => answers === 'file' || answers === 'pdf'

const WARNING = {
  Warning: {
    description: 'Fields that were ignored, or a number taken though it may be wrong',
    schema: { type: 'string' },
  },
}

function success({ answers, answer, body }: Operation): object {
  if (answers === null) return { description: 'Done' }
  if (answers === 'file' || answers === 'pdf') {
    const bytes = { schema: { type: 'string', format: 'binary' } }
    const images = answers === 'file' ? { 'image/*': bytes } : {}
    return { description: 'The file', content: { 'application/pdf': bytes, ...images } }
  }
  const schema = typeof answers === 'string' ? refTo(answers) : { type: 'array', items: refTo(answers[0]) }
  return {
    description: 'Done',
    ...(body !== undefined && { headers: WARNING }),
    content: json(schema, answer),
  }
}
