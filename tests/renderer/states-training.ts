import type { Page } from '@playwright/test'
import { documents } from './states-documents.ts'
import type { State } from './states.ts'
import { bar, chooseScenario, toTraining, unfold } from './training-page.ts'

const shown = unfold
const chips = async (page: Page) => {
  await unfold(page)
  await page.getByRole('button', { name: 'Añadir DNI' }).waitFor()
}
/** The bar of the tour and of a scenario, the offer, and Ajustes › Formación. */
export const TRAINING_STATES: readonly State[] = [
  { name: 'training-tour', ready: shown, narrow: true },
  { name: 'training-verdict', ready: shown },
  { name: 'training-button', ready: shown },
  {
    name: 'training-samples',
    ready: shown,
    does: async (page) => {
      await documents(page)
      await chips(page)
    },
    narrow: true,
  },
  {
    name: 'training-samples-nowhere',
    scene: 'training-samples-elsewhere',
    ready: chips,
    does: (page) => page.getByRole('button', { name: 'Añadir DNI' }).click(),
  },
  { name: 'training-samples-failed', ready: shown },
  {
    name: 'training-scenario',
    ready: shown,
    does: (page) => page.getByRole('button', { name: 'Una pista' }).click(),
    narrow: true,
  },
  {
    name: 'training-folded',
    scene: 'training-scenario',
    ready: (page) => bar(page).waitFor(),
    narrow: true,
  },
  {
    name: 'training-ask-end',
    scene: 'training-scenario',
    ready: shown,
    does: (page) => bar(page).getByRole('button', { name: 'Terminar' }).click(),
  },
  { name: 'training-preparing', ready: shown },
  { name: 'training-stuck', ready: shown, narrow: true },
  { name: 'training-finished', ready: shown, narrow: true },
  { name: 'training-finished-scenario', ready: shown },
  {
    name: 'tour-offer',
    ready: (page) => page.getByText('¿Te enseñamos Ventanilla?').waitFor(),
    narrow: true,
  },
  ...['', '-running', '-put-away', '-none', '-failed'].map((which): State => ({
    name: `settings-training${which}`,
    ready: (page) => page.getByRole('heading', { name: 'Formación', exact: true }).waitFor(),
    does: toTraining,
    narrow: which === '-running',
  })),
  {
    name: 'settings-training-wrong',
    ready: (page) => page.getByRole('heading', { name: 'Formación', exact: true }).waitFor(),
    does: async (page) => {
      await toTraining(page)
      await chooseScenario(page)
      await page.getByText('Ese archivo no es un escenario').waitFor()
    },
  },
]
