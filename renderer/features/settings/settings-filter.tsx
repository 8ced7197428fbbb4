import { createContext, type ReactNode, use } from 'react'
import { settingsText as text } from '#shared/text/app-settings.ts'
import type { SettingsSection as SectionId } from '../../ui-state/settings-state.ts'

/** What is being looked for in Ajustes. */
export const FindContext = createContext('')
const WholeContext = createContext(true)

const plain = (words: string) => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether every word looked for is in some of these, in part: «claro» finds "Tema". */
export function found(query: string, words: readonly string[]): boolean {
  const all = plain(words.join(' '))
  return plain(query)
    .split(/\s+/)
    .every((word) => all.includes(word))
}

export interface SettingsSectionProps {
  id: SectionId
  /** The words of each of its rows: a section with none that matches is not there. */
  rows: readonly (readonly string[])[]
  intro?: ReactNode
  children: ReactNode
}

/** A section of Ajustes, which the index goes to and the search narrows down. */
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

/** Whether a row is to be seen: everything when its section is what was looked for. */
export function useFound(words: readonly string[]): boolean {
  const query = use(FindContext)
  return use(WholeContext) || found(query, words)
}

export interface SettingRowProps {
  words: readonly string[]
  title?: string
  help?: ReactNode
  /** The id of its only control: the words are its label. */
  control?: string
  /** Under the words: what went wrong. */
  under?: ReactNode
  children?: ReactNode
}

/** One setting: what it is at the left, how it is at the right. */
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
