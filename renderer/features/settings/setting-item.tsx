import type { ReactNode } from 'react'
import './setting-items.css'

/** List of what a setting has several of, under its words (`SettingRow`). */
export const SettingItems = ({ children }: { children: ReactNode }) => (
  <ul className="setting-items office-wide">{children}</ul>
)

export interface SettingItemProps {
  name: ReactNode
  marks?: string
  line: ReactNode
  /** It left while the list was on screen. */
  gone?: boolean
  /** Why something was not done to it, under all else. */
  under?: ReactNode
  /** Its buttons. */
  children?: ReactNode
}

/** One of a list in Ajustes: its name, a line about it, and its buttons. */
export const SettingItem = ({ name, marks = '', line, gone = false, under, children }: SettingItemProps) => (
  <li className={gone ? 'setting-item setting-item--gone' : 'setting-item'}>
    <div>
      <p>
        <b>{name}</b> {marks && <span className="small muted">{marks}</span>}
      </p>
      <p className="small second">{line}</p>
    </div>
    {children}
    {under && <div className="setting-item__under">{under}</div>}
  </li>
)
