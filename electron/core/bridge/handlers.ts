import { arch, platform, release } from 'node:os'
import type { AboutHost } from '#shared/bridge/updates.ts'
import { ok, type Result } from '#shared/bridge/result.ts'
import type { Snapshot } from '#shared/bridge/slices.ts'
import { createAccountCommands } from '../accounts/accounts.commands.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { ResolveProxy } from '../api/dispatchers.ts'
import { createAttachmentCommands, createAttachmentTransfers } from '../features/attachments/attachments.ts'
import { createAuditCommands, createAuditTransfers } from '../features/audit/audit.ts'
import { createBackupCommands, createBackupTransfers } from '../features/backup/backups.ts'
import { dismissBanner, loadBanners } from '../features/banners/banners.ts'
import { createCaseCommands, createCaseTransfers } from '../features/cases/cases.ts'
import { createChangeCommands } from '../features/changes/changes.ts'
import { createChecklistCommands, createChecklistTransfers } from '../features/checklists/checklists.ts'
import { createClientMessageCommands } from '../features/client-messages/client-messages.ts'
import { createClientRequestCommands } from '../features/client-requests/client-requests.ts'
import { createCompleteCommands, createCompleteTransfers } from '../features/complete/complete-pdf.ts'
import {
  createDataSubjectCommands,
  createDataSubjectTransfers,
} from '../features/data-subjects/data-subjects.ts'
import { createDeadlineCommands } from '../features/deadlines/deadlines.ts'
import { createDealerCommands, createDealerTransfers } from '../features/dealers/dealers.ts'
import {
  createDiagnosisCommands,
  createDiagnosisTransfers,
  type DiagnosisCommandDeps,
} from '../features/diagnosis/diagnosis.ts'
import { createExtensionCommands, type Extension } from '../features/extension/extension.ts'
import { createFigureCommands, createFigureTransfers } from '../features/figures/figures.ts'
import { createInboxCommands } from '../features/inbox/inbox.ts'
import { createClientCommands, createClientTransfers } from '../features/clients/clients.ts'
import { createLedgerCommands, createLedgerTransfers } from '../features/ledger/ledger.ts'
import { createLockCommands, type WindowLock } from '../features/lock/lock.ts'
import { createLookupCommands, createLookupTransfers } from '../features/lookup/lookup.commands.ts'
import { createMunicipalityCommands } from '../features/municipalities/municipalities.ts'
import { createNotificationCommands } from '../features/notifications/notifications.commands.ts'
import type { Windows } from '../features/notifications/windows.ts'
import { createOutageCommands, createOutageTransfers } from '../features/outage/outage.ts'
import {
  createPlateListCommands,
  createPlateListTransfers,
} from '../features/plate-lists/plate-lists.commands.ts'
import {
  createProcedureCommands,
  createProcedureTransfers,
} from '../features/procedures/procedures.commands.ts'
import { createQuickLookupCommands, type QuickLookup } from '../features/quick-lookup/quick-lookup.ts'
import { createRelayCommands, createRelayTransfers } from '../features/relay/relay.commands.ts'
import { createRememberedCommands } from '../features/remembered/remembered.ts'
import {
  createServiceDocumentCommands,
  createServiceDocumentTransfers,
} from '../features/service-documents/service-documents.ts'
import { type AllSettings, createOfficeCommands } from '../features/settings/settings.ts'
import {
  createSignatureRequestCommands,
  createSignatureRequestTransfers,
} from '../features/signature-requests/signature-requests.commands.ts'
import { createHandoverCommands } from '../features/drafts/handovers.ts'
import { createScanCommands, createScanTransfers } from '../features/scan-folder/scan-folder.ts'
import { createSharingCommands } from '../features/sharing/sharing.ts'
import { createSimulatorCommands } from '../features/simulator/simulator.ts'
import { createTemplateCommands } from '../features/templates/templates.ts'
import {
  createTrainingCommands,
  createTrainingTransfers,
  type TrainingCommandDeps,
} from '../features/training/training.commands.ts'
import { createTransferBatchCommands } from '../features/transfer-batches/transfer-batches.ts'
import { createUpdateCommands, type Updates } from '../features/updates/updates.ts'
import { createWatchCommands, createWatchTransfers } from '../features/watches/watches.ts'
import type { HostPort } from '../host.ts'
import type { Keychain } from '../keychain/keychain.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Supervisor } from '../runtime/supervisor.ts'
import type { AccountQuestions, Workspace } from '../workspace-types.ts'
import type { CommandHandlers, CommandsOf, TransferHandlers } from './router.ts'
import type { SliceHolder } from './slices.ts'

export interface HandlerDeps extends AccountQuestions, TrainingCommandDeps, DiagnosisCommandDeps, AboutDeps {
  host: HostPort
  settings: AllSettings
  quickLookup: QuickLookup
  extension: Extension
  clock: Clock
  keychain: Keychain
  accounts: Accounts
  resolveProxy: ResolveProxy
  version: string
  /** Switches every window to an account. The active account is reloaded with its changes. */
  activate: (id: string) => Promise<Result<Record<string, never>>>
  /** Begins the demonstration anew, with its sample office or empty. */
  renewDemo: (sample: boolean) => Promise<Result<Record<string, never>>>
  /** Workspace of the active account. Ask for it on each use: a switch replaces it. */
  workspace: () => Workspace
  slices: () => SliceHolder
  supervisor: Supervisor
  windows: Windows
  lock: WindowLock
  updates: Updates
  /** State for a window. It is almost empty for a locked window. */
  snapshot: () => Snapshot
  /** Called if a notification is clicked while the windows are locked. Its route opens after unlocking. */
  clickedLocked: (tag: string) => void
}

/** Handlers of every command of the contract. */
export function createHandlers(deps: HandlerDeps): CommandHandlers {
  return {
    ...appHandlers(deps),
    ...createAboutCommands(deps),
    ...createDiagnosisCommands(deps),
    ...createLookupCommands(deps),
    ...createCompleteCommands(deps),
    ...createAccountCommands(deps),
    ...createChangeCommands(deps),
    ...createInboxCommands(deps),
    ...createNotificationCommands(deps),
    ...createOutageCommands(deps),
    ...createProcedureCommands(deps),
    ...createCaseCommands(deps),
    ...createClientMessageCommands(deps),
    ...createDeadlineCommands(deps),
    ...createFigureCommands(deps),
    ...createServiceDocumentCommands(deps),
    ...createAttachmentCommands(deps),
    ...createSimulatorCommands(deps),
    ...createOfficeCommands({
      ...deps,
      officeChanged() {
        deps.lock.settingsChanged()
        deps.workspace().officeChanged()
      },
    }),
    ...createLockCommands(deps),
    ...createSignatureRequestCommands(deps),
    ...createTrainingCommands(deps),
    ...createMunicipalityCommands(),
    ...createKnownPartyCommands(deps),
    ...createRememberedCommands(deps),
    ...createPlateListCommands(deps),
    ...createWatchCommands(deps),
    ...createDealerCommands(deps),
    ...createLedgerCommands(deps),
    ...createClientRequestCommands(deps),
    ...createClientCommands(deps),
    ...createTransferBatchCommands(deps),
    ...createTemplateCommands(deps),
    ...createChecklistCommands(deps),
    ...createAuditCommands(deps),
    ...createBackupCommands(deps),
    ...createDataSubjectCommands(deps),
    ...createRelayCommands(deps),
    ...createHandoverCommands(deps),
    ...createSharingCommands(deps),
    ...createScanCommands(deps),
    ...createQuickLookupCommands(deps),
    ...createExtensionCommands(deps),
    ...createDesktopCommands(deps),
    ...createUpdateCommands(deps),
  }
}

function appHandlers(
  deps: HandlerDeps,
): CommandsOf<'app' | 'settings' | 'health' | 'banners' | 'connection' | 'store' | 'panel'> {
  const { host, workspace } = deps
  return {
    'app.snapshot': () => ok(deps.snapshot()),
    'app.quit': () => {
      // Quit after this answer has left, so that the window receives it.
      setImmediate(() => host.quit())
      return ok({})
    },
    'app.abilities': () => ok({ choosesFolders: host.chooseFolder !== undefined }),
    'app.choose-folder': async ({ from }) => ok({ folder: (await host.chooseFolder?.(from)) ?? null }),
    'app.open-route': (place) => ok({ opened: host.openRoute(place) }),
    'panel.close'() {
      host.panel?.close()
      return ok({ closed: host.panel !== undefined })
    },
    'panel.resize'({ height }) {
      host.panel?.resize(height)
      return ok({})
    },
    async 'settings.update'(change) {
      const settings = await deps.settings.screens.update(change)
      if (change.updates) deps.updates.settingsChanged()
      return ok(settings)
    },
    'health.dismiss'({ part }) {
      deps.supervisor.dismiss(part)
      return ok({})
    },
    'health.restart'({ part }) {
      if (part === 'service') workspace().active.start()
      return ok({})
    },
    async 'banners.dismiss'({ id }) {
      const { store } = workspace()
      await dismissBanner(store, id)
      deps.slices().set('banners', await loadBanners(store))
      return ok({})
    },
    'connection.retry'() {
      const { client, breaker } = workspace()
      client.resume()
      breaker.retryNow()
      return ok({})
    },
    async 'store.retry'() {
      const { open, resumeWork } = workspace()
      await open()
      await resumeWork()
      return ok({})
    },
    async 'store.set-aside'() {
      const { store, resumeWork } = workspace()
      const done = await store.startOver()
      if (done.ok) await resumeWork()
      return done
    },
    async 'store.accept'() {
      const { store, resumeWork } = workspace()
      const done = await store.acceptShorter()
      if (done.ok) await resumeWork()
      return done
    },
    'store.copies': () => workspace().backups.copies(),
    'store.restore': ({ name, passphrase }) => workspace().restoreCopy(name, passphrase),
  }
}

export function createTransferHandlers(
  workspace: () => Workspace,
  scenarios: TrainingCommandDeps['scenarios'],
  diagnosis: DiagnosisCommandDeps,
): TransferHandlers {
  return {
    ...createDiagnosisTransfers(diagnosis),
    ...createLookupTransfers(workspace),
    ...createFigureTransfers(workspace),
    ...createPlateListTransfers(workspace),
    ...createWatchTransfers(workspace),
    ...createDealerTransfers(workspace),
    ...createLedgerTransfers(workspace),
    ...createChecklistTransfers(workspace),
    ...createClientTransfers(workspace),
    ...createCompleteTransfers(workspace),
    ...createOutageTransfers(workspace),
    ...createProcedureTransfers(workspace),
    ...createCaseTransfers(workspace),
    ...createServiceDocumentTransfers(workspace),
    ...createAttachmentTransfers(workspace),
    ...createSignatureRequestTransfers(workspace),
    ...createScanTransfers(workspace),
    ...createAuditTransfers(workspace),
    ...createRelayTransfers(workspace),
    ...createBackupTransfers(workspace),
    ...createDataSubjectTransfers(workspace),
    ...createTrainingTransfers(workspace, scenarios),
  }
}

interface AboutDeps {
  dataDir: string
  version: string
  /** Host and package of this core. */
  about: AboutHost
}

function createAboutCommands({ dataDir, version, about }: AboutDeps): CommandsOf<'about'> {
  return {
    'about.read': () =>
      ok({
        ...about,
        version,
        system: { platform: platform(), release: release(), arch: arch() },
        node: process.versions.node,
        electron: process.versions['electron'] ?? null,
        chromium: process.versions['chrome'] ?? null,
        dataDirectory: dataDir,
      }),
  }
}

/** Desktop integration of the host. It is read from the host each time, because the system may have changed it. */
function createDesktopCommands({ host }: { host: Pick<HostPort, 'desktop'> }): CommandsOf<'desktop'> {
  return {
    'desktop.get': async () => ok((await host.desktop?.read()) ?? null),
    async 'desktop.start-with-session'({ on }) {
      await host.desktop?.startWithSession(on)
      return ok((await host.desktop?.read()) ?? null)
    },
  }
}

function createKnownPartyCommands({ ask }: AccountQuestions): CommandsOf<'known-parties'> {
  return {
    'known-parties.get': ({ taxId, except }) =>
      ask(async ({ store }) => ok({ taxId, sources: await store.call('knownParty', taxId, except) })),
  }
}
