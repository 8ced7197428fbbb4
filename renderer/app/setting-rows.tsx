import { createContext, type ReactNode, use } from 'react'
import { ChevronDown, ChevronRight, CircleAlert } from 'lucide-react'
import { foldText } from '#shared/domain/normalize-text.ts'
import { settingsText } from '#shared/text/settings.ts'
import type { TopicId } from '#shared/text/help-topics.ts'
import type { DiagnosisCheck } from '#shared/bridge/diagnosis.ts'
import { checkStates, diagnosisText } from '#shared/text/diagnosis.ts'
import type { SettingsSection as SectionId } from './settings-state.ts'
import { Icon, BusyIcon } from '../design/icon.tsx'
import { Sign, type SignKind } from '../design/sign.tsx'
import './setting-rows.css'

/** Search text of Ajustes. */
export const FindContext = createContext('')
const WholeContext = createContext(true)

/** True if each searched word is part of these words: «claro» finds "Tema", which lists it. */
export function matchesSearch(query: string, words: readonly string[]): boolean {
  const all = foldText(words.join(' '))
  return foldText(query)
    .split(/\s+/)
    .every((word) => all.includes(word))
}

interface SettingsSectionProps {
  id: SectionId
  /** Search terms of each row. A section without a match is hidden. */
  rows: readonly (readonly string[])[]
  intro?: ReactNode
  /** Present if the section folds. Its rows are hidden until the user unfolds it or the search finds one of them. */
  fold?: { isOpen: boolean; onChange: (isOpen: boolean) => void }
  children: ReactNode
}

/** Section of Ajustes, listed in the index and filtered by the search. */
export function SettingsSection({ id, rows, intro, fold, children }: SettingsSectionProps) {
  const query = use(FindContext)
  const title = settingsText.titles[id]
  const whole = matchesSearch(query, [title])
  if (!whole && !rows.some((words) => matchesSearch(query, words))) return null
  return (
    <section className="settings__section" data-section={id} aria-labelledby={`settings-${id}`}>
      <h2 id={`settings-${id}`} tabIndex={-1}>
        {fold && query === '' ? (
          <button
            type="button"
            className="settings__fold"
            aria-expanded={fold.isOpen}
            onClick={() => fold.onChange(!fold.isOpen)}
          >
            {title}
            <Icon of={fold.isOpen ? ChevronDown : ChevronRight} />
          </button>
        ) : (
          title
        )}
      </h2>
      {intro !== undefined && <p className="small second settings__intro">{intro}</p>}
      {(!fold || fold.isOpen || query !== '') && <WholeContext value={whole}>{children}</WholeContext>}
    </section>
  )
}

/** True if a row is visible. All rows are visible if the title of their section matches. */
export function useFound(words: readonly string[]): boolean {
  const query = use(FindContext)
  return use(WholeContext) || matchesSearch(query, words)
}

interface SettingRowProps {
  words: readonly string[]
  title?: string
  help?: ReactNode
  /** Id of the only control of the row. The words label the control. */
  control?: string
  /** Error, shown under the words. */
  under?: ReactNode
  children?: ReactNode
}

/** Row of a setting: words at the left, value at the right. */
export function SettingRow({ words, title, help, control, under, children }: SettingRowProps) {
  if (!useFound(words)) return null
  const said = (
    <>
      {title !== undefined && <b>{title}</b>}
      {help !== undefined && <span className="small muted">{help}</span>}
    </>
  )
  const what = control === undefined ? said : <label htmlFor={control}>{said}</label>
  const hasParts = (under !== undefined && under !== null) || (help !== undefined && control === undefined)
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

/** List of the items of a setting, under its `SettingRow`. */
export const SettingItems = ({ children }: { children: ReactNode }) => (
  <ul className="setting-items office-wide">{children}</ul>
)

interface SettingItemProps {
  name: ReactNode
  marks?: string
  /** Topic of the help. */
  topic?: TopicId
  line?: ReactNode
  /** True if the item was removed while the list was on screen. */
  gone?: boolean
  /** Reason why an action on the item failed, below the rest. */
  under?: ReactNode
  /** Buttons of the item. */
  children?: ReactNode
}

/** Item of a list in Ajustes: its name, a line about it, and its buttons. */
export const SettingItem = ({
  name,
  marks = '',
  topic,
  line,
  gone = false,
  under,
  children,
}: SettingItemProps) => (
  <li
    className={`setting-item ${line === undefined ? 'setting-item--low' : ''} ${gone ? 'setting-item--gone' : ''}`.trimEnd()}
    data-help={topic}
  >
    <div>
      <p>
        <b>{name}</b> {marks && <span className="small muted">{marks}</span>}
      </p>
      {line !== undefined && <div className="small second">{line}</div>}
    </div>
    {children}
    {under && <div className="setting-item__under">{under}</div>}
  </li>
)

/** Reason why a setting was not saved, beside it. */
export function SettingProblem({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <span className="small setting-problem" role="alert" id={id}>
      <Icon of={CircleAlert} />
      {children}
    </span>
  )
}

/** Row of a list. `gone`: it was removed while the list was on screen, and stays in its place. */
export type KeptRow<T> = T & { gone: boolean }

/**
 * Updates the rows but keeps their order on screen, with new rows at the end. A row that moved under the pointer
 * would receive a press meant for another row.
 */
export function keptRows<T extends { id: string }>(
  before: readonly KeptRow<T>[] | null,
  rows: readonly T[],
): readonly KeptRow<T>[] {
  const known = new Map(rows.map((row) => [row.id, row]))
  const stay = (before ?? []).map((row) => {
    const now = known.get(row.id)
    return now ? { ...now, gone: false } : { ...row, gone: true }
  })
  const listed = new Set(stay.map(({ id }) => id))
  return [...stay, ...rows.filter(({ id }) => !listed.has(id)).map((row) => ({ ...row, gone: false }))]
}

const SIGNS: Record<DiagnosisCheck['state'], SignKind> = {
  ok: 'ok',
  warning: 'warn',
  failed: 'stop',
  skipped: 'none',
}

interface CheckRowProps {
  number: number
  label: string
  meaning: string
  /** Remedy; '' for none. */
  advice: string
  /** Findings in one line; '' for none. */
  facts: string
  /** `undefined`: the check has not run, or is running. */
  state: DiagnosisCheck['state'] | undefined
  busy: boolean
}

/** One check of an ordered list (`.checks`): its purpose, outcome and remedy. */
export function CheckRow({ number, label, meaning, advice, facts, state, busy }: CheckRowProps) {
  return (
    <li className="check">
      <span className="check__number figures muted" aria-hidden="true">
        {number}
      </span>
      <div className="check__body">
        <p>
          <b>{label}</b> <span className="muted">{meaning}</span>
        </p>
        {advice && (
          <p>
            <span className="muted">{diagnosisText.whatToDo}</span> {advice}
          </p>
        )}
        {facts && <p className="tiny muted check__facts">{facts}</p>}
      </div>
      <span className="check__state">
        {state ? (
          <>
            <Sign kind={SIGNS[state]} />
            {checkStates[state]}
          </>
        ) : busy ? (
          <span className="muted busy">
            <BusyIcon />
            {diagnosisText.waiting}
          </span>
        ) : (
          <span className="muted">
            <Sign kind="none" />
          </span>
        )}
      </span>
    </li>
  )
}
