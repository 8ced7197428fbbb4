import { strToU8, zipSync } from 'fflate'
import type { Erasure, Held } from '#shared/bridge/audit.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { cleanTaxId, taxIdKind } from '#shared/domain/tax-id.ts'
import { personExportText } from '#shared/text/audit.ts'
import type { OutboundFile, CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import type { Audit } from '../audit/audit.ts'
import { createEmptyFound, PERSON_TABLES, type PersonFound } from './data-subjects.rules.ts'
import type { PersonErased } from './erase.store.ts'
import type { ErasureProof } from './erasure-proof.ts'

/** Finds the data of a person or company on this PC by identifier, to show, export or erase them (RGPD 15 and 17). */
export interface DataSubjects {
  countHeld(taxId: string): Promise<Result<Held>>
  export(taxId: string, signal: AbortSignal): Promise<Result<OutboundFile>>
  /** @returns the data that were held before */
  erase(taxId: string): Promise<Result<Held>>
  /** Erasures of this PC, with the PCs of the office that have applied each. */
  erasures(of: { taxId: string } | { seq: number }): Promise<Result<{ rows: Erasure[] }>>
}

export interface DataSubjectsDeps {
  call: StoreCall
  clock: Clock
  audit: Audit
  proof: ErasureProof
  /** Called after an erasure, with the found records, the erased drafts and the files made unreadable. */
  onErased: (found: PersonFound, erased: PersonErased) => Promise<void>
}

/** Rows per step. Other queries of the store run between the steps. */
const PAGE = 1_000
/** Shape of an identifier. A shorter text would match too many records. */
const SHAPE = /^[A-Z0-9]{6,32}$/

export function createDataSubjects({ call, clock, audit, proof, onErased }: DataSubjectsDeps): DataSubjects {
  async function findPerson(taxId: string, signal?: AbortSignal): Promise<PersonFound> {
    const found = createEmptyFound()
    for (const table of PERSON_TABLES) {
      for (let after: number | null = 0; after !== null && signal?.aborted !== true;) {
        const step: Awaited<ReturnType<typeof findPage>> = await findPage(table, taxId, after)
        found.procedures.push(...step.found.procedures)
        found.signatures.push(...step.found.signatures)
        found.drafts.push(...step.found.drafts)
        found.signatureRequests.push(...step.found.signatureRequests)
        found.contacts.push(...step.found.contacts)
        found.reports.push(...step.found.reports)
        found.templates.push(...step.found.templates)
        found.entries.push(...step.found.entries)
        found.clients.push(...step.found.clients)
        found.papers.push(...step.found.papers)
        found.plateLists.push(...step.found.plateLists)
        found.watches.push(...step.found.watches)
        found.transferBatches.push(...step.found.transferBatches)
        found.remembered.push(...step.found.remembered)
        found.shared.push(...step.found.shared)
        after = step.next
      }
    }
    return found
  }
  const findPage = (table: (typeof PERSON_TABLES)[number], taxId: string, after: number) =>
    call('personLook', table, taxId, after, PAGE)

  async function toHeld(taxId: string, found: PersonFound): Promise<Held> {
    const { procedures, signatures, drafts, signatureRequests, reports, templates, remembered } = found
    return {
      procedures: procedures.length,
      signatures: signatures.length,
      drafts: drafts.length + signatureRequests.length,
      reports: reports.length,
      templates: templates.length,
      watches: found.watches.length,
      plateLists: found.plateLists.length,
      transferBatches: found.transferBatches.length,
      remembered: remembered.length,
      shared: found.shared.length,
      ...(await call('personAlso', taxId, found)),
    }
  }

  /** Kind of identifier, as in the audit record; a passport has no known kind. */
  const getTaxIdKind = (taxId: string): string => taxIdKind(taxId) ?? 'other'

  return {
    async countHeld(typed) {
      const taxId = parseTaxId(typed)
      return taxId === null ? fail(createTaxIdError()) : ok(await toHeld(taxId, await findPerson(taxId)))
    },

    async export(typed, signal) {
      const taxId = parseTaxId(typed)
      if (taxId === null) return fail(createTaxIdError())
      const found = await findPerson(taxId, signal)
      if (signal.aborted) return fail(appError('cancelled'))
      const data = await call('personData', taxId, found)
      await audit.record({
        what: 'person.export',
        kind: getTaxIdKind(taxId),
        identifier: taxId,
        result: 'ok',
      })
      const now = clock.now()
      const json = { taxId, exportedAt: new Date(now).toISOString(), ...data }
      const zip = zipSync({
        [personExportText.readable]: strToU8(formatExport(taxId, data, now)),
        [personExportText.data]: strToU8(`${JSON.stringify(json, null, 2)}\n`),
      })
      return ok({
        filename: personExportText.zip(taxId),
        contentType: 'application/zip',
        bytes: (async function* () {
          yield zip
        })(),
      })
    },

    async erase(typed) {
      const taxId = parseTaxId(typed)
      if (taxId === null) return fail(createTaxIdError())
      const found = await findPerson(taxId)
      const held = await toHeld(taxId, found)
      const erased = await call('personErase', taxId, getTaxIdKind(taxId), found)
      if (erased === 'busy') return fail(appError('person-busy'))
      await onErased(found, erased)
      return ok(held)
    },

    async erasures(of) {
      if ('seq' in of) return proof.list(of)
      const taxId = parseTaxId(of.taxId)
      return taxId === null ? fail(createTaxIdError()) : proof.list({ taxId })
    },
  }
}

function parseTaxId(typed: string): string | null {
  const taxId = cleanTaxId(typed)
  return SHAPE.test(taxId) ? taxId : null
}

const createTaxIdError = () => appError('invalid-request', { detail: 'taxId' })

type Section = keyof typeof personExportText.sections

const date = new Intl.DateTimeFormat('es-ES', { dateStyle: 'long', timeStyle: 'short' })

/** The exported data as readable lines: every value, under the name of the field or record that has it. */
function formatExport(
  taxId: string,
  data: Readonly<Record<Section, readonly unknown[]>>,
  now: number,
): string {
  const sections = (Object.keys(personExportText.sections) as Section[]).flatMap((name) => {
    const title = personExportText.sections[name]
    const records = data[name].map((record) => formatLines(record, 0).join('\n'))
    return ['', title, '='.repeat(title.length), records.join('\n\n') || personExportText.none]
  })
  const head = [personExportText.title(taxId, date.format(now)), '', personExportText.explanation]
  // Windows' Notepad needs CRLF.
  return `\uFEFF${[...head, ...sections].join('\n').replaceAll('\n', '\r\n')}\r\n`
}

/** One line per value, indented under the name of the field or record that has it. Empty values are left out. */
function formatLines(value: unknown, depth: number): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) => {
    if (isEmpty(field)) return []
    const indent = '  '.repeat(depth)
    const label = Array.isArray(value) ? `${Number(name) + 1}.` : `${name}:`
    if (typeof field !== 'object') return [`${indent}${label} ${String(field)}`]
    return [`${indent}${label}`, ...formatLines(field, depth + 1)]
  })
}

function isEmpty(field: unknown): boolean {
  if (field === null || field === undefined || field === '') return true
  return typeof field === 'object' && Object.keys(field).length === 0
}

export function createDataSubjectCommands({ ask }: AccountQuestions): CommandsOf<'data-subjects'> {
  return {
    'data-subjects.held': ({ taxId }) => ask(({ dataSubjects }) => dataSubjects.countHeld(taxId)),
    'data-subjects.erase': ({ taxId }) => ask(({ dataSubjects }) => dataSubjects.erase(taxId)),
    'data-subjects.erasures': (of) => ask(({ dataSubjects }) => dataSubjects.erasures(of)),
  }
}

export function createDataSubjectTransfers(workspace: () => Workspace): TransfersOf<'data-subjects'> {
  return {
    'data-subjects.export': ({ taxId }, signal) => workspace().dataSubjects.export(taxId, signal),
  }
}
