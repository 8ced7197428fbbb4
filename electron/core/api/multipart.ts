import { randomUUID } from 'node:crypto'

/** A form with one file (RFC 7578), of a length known before it is read. */
export interface MultipartForm {
  headers: Readonly<Record<string, string>>
  /** Body of the form. Readable once: the file is a stream. */
  bytes(): AsyncGenerator<Uint8Array>
  /** True once the whole body has been taken to be sent: before that, the document cannot have arrived. */
  readonly isWhole: boolean
  /** Extra time for the upload, in milliseconds, on top of an answer's. */
  allowMs: number
}

export interface FormFile {
  name: string
  mime: string
  size: number
  bytes: AsyncIterable<Uint8Array>
  /** Called with the bytes taken to be sent so far. */
  onSent?: (bytes: number) => void
}

/** Slowest usable line: 32 KB/s. */
const SLOWEST_BYTES_PER_MS = 32

/** A `file` part after the fields, so that a server reading in order has the fields by then. */
export function multipartForm(file: FormFile, fields: Readonly<Record<string, string>>): MultipartForm {
  const boundary = `ventanilla-${randomUUID()}`
  const head = Buffer.from(
    Object.entries(fields)
      .map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      .join('') +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(file.name)}"\r\n` +
      `Content-Type: ${file.mime}\r\n\r\n`,
  )
  let isWhole = false
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    get isWhole() {
      return isWhole
    },
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + file.size + tail.length),
    },
    allowMs: Math.ceil(file.size / SLOWEST_BYTES_PER_MS),
    async *bytes() {
      yield head
      let sent = 0
      for await (const chunk of file.bytes) {
        yield chunk
        sent += chunk.byteLength
        file.onSent?.(sent)
      }
      isWhole = true
      yield tail
    },
  }
}

/** Quoted as browsers do (HTML, "multipart/form-data encoding algorithm"). */
const quoted = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
