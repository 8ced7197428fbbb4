import { join } from 'node:path'
import { notificationSettingsSchema } from '#shared/bridge/inbox.ts'
import { officeSettingsSchema } from '#shared/bridge/office.ts'
import { settingsSchema } from '#shared/bridge/slices.ts'
import { defaultNotificationSettings } from '#shared/domain/notification-settings.ts'
import { defaultOfficeSettings } from '#shared/domain/office-settings.ts'
import { defaultSettings } from '#shared/domain/settings.ts'
import type { SliceHolder } from '../../bridge/slices.ts'
import type { ManagedSettings } from '../managed-settings/managed-settings.ts'
import { officeValues, screenValues } from '../managed-settings/settings-values.rules.ts'
import { createSettingsFile } from './settings-file.ts'

/**
 * The three settings files of this PC, whatever the account. They hold no client data, so they are not
 * encrypted.
 */
export function createAllSettings(
  dataDir: string,
  slices: () => SliceHolder,
  { mandatory, recommended }: Pick<ManagedSettings, 'mandatory' | 'recommended'>,
) {
  return {
    /** Appearance and behaviour of the screens. */
    screens: createSettingsFile({
      path: join(dataDir, 'settings.json'),
      schema: settingsSchema,
      defaults: defaultSettings,
      fixed: screenValues(mandatory),
      recommended: screenValues(recommended),
      show: (settings) => slices().set('settings', settings),
    }),
    /** Notification settings. */
    notifications: createSettingsFile({
      path: join(dataDir, 'notice-settings.json'),
      schema: notificationSettingsSchema,
      defaults: defaultNotificationSettings,
      show: (settings) => slices().set('notificationSettings', settings),
    }),
    /** Storage on this PC, access, and the operator's name. */
    office: createSettingsFile({
      path: join(dataDir, 'office.json'),
      schema: officeSettingsSchema,
      defaults: defaultOfficeSettings,
      fixed: officeValues(mandatory),
      recommended: officeValues(recommended),
      formerNames: {
        serviceDocuments: 'papers',
        serviceDocumentsMegabytes: 'papersMegabytes',
        serviceDocumentName: 'paperName',
      },
      show: (settings) => slices().set('office', settings),
    }),
  }
}

export type AllSettings = ReturnType<typeof createAllSettings>
