/** Sends a form as a browser without scripts does, with the text of its button. `submit` raises no event. */
export function submitAsPage(form: HTMLFormElement, button: HTMLButtonElement | null): void {
  if (button?.name) {
    const { name, value } = button
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  }
  form.submit()
}
