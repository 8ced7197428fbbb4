import type { ReactNode } from 'react'
import type { TopicId } from '#shared/text/help-topics.ts'
import './settings.css'

/** List of what a setting has several of, under its words (`SettingRow`). */
export const SettingItems = ({ children }: { children: ReactNode }) => (
  <ul className="setting-items office-wide">{children}</ul>
)

export interface SettingItemProps {
  name: ReactNode
  marks?: string
  /** Topic of the help. */
  topic?: TopicId
  line?: ReactNode
  /** It left while the list was on screen. */
  gone?: boolean
  /** Why something was not done to it, under all else. */
  under?: ReactNode
  /** Its buttons. */
  children?: ReactNode
}

/** One of a list in Ajustes: its name, a line about it, and its buttons. */
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
