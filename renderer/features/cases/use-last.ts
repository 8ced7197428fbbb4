import { useState } from 'react'
import { useAccountChanges } from '../../ui-state/account-change.ts'

/** Keeps the previous value of this account while the next is undefined: rows of a filter while the next one loads. */
export function useLast<T>(value: T | undefined): T | undefined {
  const account = useAccountChanges()
  const [last, setLast] = useState({ value, account })
  const isOther = account !== last.account
  if (isOther || (value !== undefined && value !== last.value)) setLast({ value, account })
  return value ?? (isOther ? undefined : last.value)
}
