// The parts that the bench uses. The packages have no types, and @types/pouchdb is twenty packages.

declare module 'pouchdb' {
  type Document = Record<string, unknown> & { _id: string }

  interface Feed {
    on(name: 'change' | 'complete', listener: (value: { id: string }) => void): this
    cancel(): void
  }

  export default class PouchDB {
    static defaults(options: { prefix: string }): typeof PouchDB
    constructor(nameOrAddress: string)
    put(document: Document): Promise<unknown>
    bulkDocs(documents: readonly Document[]): Promise<unknown>
    info(): Promise<{ doc_count: number }>
    changes(options: { since: 'now'; live: true; include_docs: true }): Feed
    sync(remote: string, options: { live: true; retry: true; batch_size: number }): Feed
    close(): Promise<void>
  }
}

declare module 'express-pouchdb' {
  import type PouchDB from 'pouchdb'
  export default function expressPouchDb(
    databases: typeof PouchDB,
    options: { mode: 'minimumForPouchDB' },
  ): { listen(port: number, host: string): void }
}
