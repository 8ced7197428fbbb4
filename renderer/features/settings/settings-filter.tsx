import { createContext, type ReactNode, use } from 'react'
import { settingsText as text } from '#shared/text/settings.ts'
import type { SettingsSection as SectionId } from '../../ui-state/settings-state.ts'

/** Search text of Ajustes. */
export const FindContext = createContext('')
const WholeContext = createContext(true)

const plain = (words: string) => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** True if these words contain every searched one, even in part: «claro» finds "Tema". */
export function found(query: string, words: readonly string[]): boolean {
  const all = plain(words.join(' '))
  return plain(query)
    .split(/\s+/)
    .every((word) => all.includes(word))
}

export interface SettingsSectionProps {
  id: SectionId
  /** Search terms of each row: a section without a match is hidden. */
  rows: readonly (readonly string[])[]
  intro?: ReactNode
  children: ReactNode
}

/** Section of Ajustes, listed in the index and filtered by the search. */
export function SettingsSection({ id, rows, intro, children }: SettingsSectionProps) {
  const query = use(FindContext)
  const title = text.titles[id]
  const whole = found(query, [title])
  if (!whole && !rows.some((words) => found(query, words))) return null
  return (
    <section className="settings__section" data-section={id} aria-labelledby={`settings-${id}`}>
      <h2 id={`settings-${id}`} tabIndex={-1}>
        {title}
      </h2>
      {intro !== undefined && <p className="small second settings__intro">{intro}</p>}
      <WholeContext value={whole}>{children}</WholeContext>
    </section>
  )
}

/** True if a row is visible: all are when their section's title matches. */
export function useFound(words: readonly string[]): boolean {
  const query = use(FindContext)
  return use(WholeContext) || found(query, words)
}

export interface SettingRowProps {
  words: readonly string[]
  title?: string
  help?: ReactNode
  /** Id of its only control, which the words label. */
  control?: string
  /** Error, under the words. */
  under?: ReactNode
  children?: ReactNode
}

/** Setting: words at the left, value at the right. */
export function SettingRow({ words, title, help, control, under, children }: SettingRowProps) {
  if (!useFound(words)) return null
  const said = (
    <>
      {title !== undefined && <b>{title}</b>}
      {help !== undefined && <span className="small muted">{help}</span>}
    </>
  )
  const what = control === undefined ? said : <label htmlFor={control}>{said}</label>
  const hasParts = under !== undefined || (help !== undefined && control === undefined)
  return (
    <li>
      {hasParts ? (
        <div>
          {what}
          {under}
        </div>
      ) : (
        what
      )}
      {children}
    </li>
  )
}
