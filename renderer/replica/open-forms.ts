/** What is filled in on a page and kept in the core as it is typed. */
export interface OpenForm {
  /** Nothing of it is on its way, waits, or has to be chosen. */
  isClean(): boolean
  flush(): Promise<boolean>
  /** Nothing of it is kept any more: it is of an account that was left. */
  close(): void
}

/** Forms on screen, and those left with something that the core has not taken yet. */
export function createOpenForms() {
  const forms = new Map<string, OpenForm>()
  return {
    /**
     * The form of one thing: the same one while something of it is not kept.
     * @param key names what it is the form of: forms of one kind have always the same names
     */
    of<F extends OpenForm>(key: string, make: () => F): F {
      const known = forms.get(key)
      if (known) return known as F
      const form = make()
      forms.set(key, form)
      return form
    },
    /** Its page is left. */
    async leave(key: string, form: OpenForm): Promise<void> {
      await form.flush()
      if (form.isClean() && forms.get(key) === form) forms.delete(key)
    },
    /** The window is locked: only what would be lost stays in its memory, and is kept once it is opened. */
    forgetClean() {
      for (const [key, form] of forms) if (form.isClean()) forms.delete(key)
    },
    /** Another account: what was not kept has nowhere to be kept. */
    clear() {
      for (const form of forms.values()) form.close()
      forms.clear()
    },
  }
}

export type OpenForms = ReturnType<typeof createOpenForms>
