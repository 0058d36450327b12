/** Texts of a form that was sent, by their names. */
type Draft = { path: string; texts: Record<string, string> }

const KEY = 'echolog:draft'
/** Fragment of the page that a comment leads to. */
const WRITTEN = /^#comment-/

const pathOf = ({ action }: HTMLFormElement) => new URL(action).pathname

/** Fields of a form that a person types into or chooses. */
const fieldsOf = (form: HTMLFormElement) =>
  form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    'input:not([type=hidden]), textarea, select',
  )

/** Stores the texts of a form for the page after it. A page without storage keeps none. */
function keep(form: HTMLFormElement): void {
  const texts: Record<string, string> = {}
  for (const [name, value] of new FormData(form))
    if (name !== 'form' && typeof value === 'string') texts[name] = value
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path: pathOf(form), texts } satisfies Draft))
  } catch {
    // The form is sent all the same.
  }
}

/** Returns the stored texts, and removes them. */
function take(): Draft | null {
  try {
    const text = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return text === null ? null : (JSON.parse(text) as Draft)
  } catch {
    return null
  }
}

/** Removes the stored texts of a form that was accepted. */
export const forgetDraft = (): void => void take()

/** Fills the form without a text from which a draft was sent: its person had to sign in first. */
function restore({ path, texts }: Draft): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form.fields')) {
    const parent = form.querySelector<HTMLInputElement>('[name=parent]')?.value
    const text = form.querySelector('textarea')
    if (pathOf(form) !== path || parent !== texts.parent || !text || text.value !== '') continue
    for (const field of fieldsOf(form)) field.value = texts[field.name] ?? field.value
    const reply = form.closest('details')
    if (reply) reply.open = true
    return text.focus()
  }
}

document.addEventListener('submit', ({ target }) => {
  if (target instanceof HTMLFormElement && target.matches('.fields, .again')) keep(target)
})
const draft = take()
if (draft && !WRITTEN.test(location.hash)) restore(draft)
