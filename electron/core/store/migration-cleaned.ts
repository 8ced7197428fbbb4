import type Database from 'better-sqlite3-multiple-ciphers'
import { cleanLine, FIELD_LIMITS } from '#shared/api/reading.ts'
import { cleanStored } from './stored-json.rules.ts'

/** Functions of `migrationCleaned`. */
export function addCleaningFunctions(db: Database.Database): void {
  db.function('clean_stored', { deterministic: true }, (text) =>
    typeof text === 'string' ? cleanStored(text) : text,
  )
  db.function('clean_line', { deterministic: true }, (text) =>
    typeof text === 'string' ? cleanLine(text, FIELD_LIMITS.text) : text,
  )
}

const lines = (table: string, columns: readonly string[]) =>
  columns.map(
    (column) =>
      `UPDATE ${table} SET ${column} = clean_line(${column}) WHERE ${column} <> clean_line(${column});`,
  )
const answers = (table: string, column: string) =>
  `UPDATE ${table} SET ${column} = clean_stored(${column}) WHERE ${column} <> clean_stored(${column});`

/** Cleans what earlier versions stored of the service's answers as it came. */
export const migrationCleaned = [
  answers('resource', 'body'),
  ...lines('resource', ['status', 'status_description', 'label']),
  answers('change', 'detail'),
  ...lines('change', ['event', 'status', 'label']),
  answers('complete_report', 'body'),
  ...lines('report', ['vin', 'brand', 'model', 'first_registration']),
].join('\n')
