import { type ReactNode, useState } from 'react'

export interface ListToolsProps {
  /** False if there is nothing to search in. */
  isShown: boolean
  className: string
  children: ReactNode
}

/** Tools of a list. A search that has been begun stays, also if the list turns out to be empty. */
export function ListTools({ isShown, className, children }: ListToolsProps) {
  const [isInside, setIsInside] = useState(false)
  if (!isShown && !isInside) return null
  return (
    <div className={className} onFocus={() => setIsInside(true)} onBlur={() => setIsInside(false)}>
      {children}
    </div>
  )
}
