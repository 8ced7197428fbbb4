import { useState } from 'react'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import type { OfficeSettings } from '#shared/bridge/office.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'

export interface OfficeSetter {
  settings: OfficeSettings
  /**
   * Resolves once saved or failed.
   * @param where row that shows the failure
   */
  update: (where: string, change: CommandArgs<'office.update'>) => Promise<void>
  failed: { where: string; error: AppError } | null
}

/** Settings of the office on this PC, and a function that saves one at once. */
export function useOffice(): OfficeSetter | null {
  const { bridge } = useClient()
  const settings = useSlice('office')
  const [failed, setFailed] = useState<OfficeSetter['failed']>(null)
  if (!settings) return null
  const update = async (where: string, change: CommandArgs<'office.update'>) => {
    const answer = await bridge.call('office.update', change)
    setFailed(answer.ok ? null : { where, error: answer.error })
  }
  return { settings, update, failed }
}
