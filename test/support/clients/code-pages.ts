import type { TestApp } from '../app.ts'
import { formTo, type PageVisitor } from './page-visitor.ts'
import { lastCodeMail } from './sign-in-codes.ts'

type Page = Awaited<ReturnType<PageVisitor['open']>>

/** Sends the address on a page that asks for it. Returns the page that asks for the code, and the mail. */
export async function askForCode(app: TestApp, visitor: PageVisitor, page: Page, email: string) {
  const asked = await visitor.submit(formTo(page.text, '/session/code', { email }))
  const mail = await lastCodeMail(app, email)
  if (asked.status !== 200 || !mail) throw new Error(`no code: ${asked.text}`)
  return { page: asked, mail }
}

/** Sends a code, and the form again where it is led to with 307, as browsers do. */
export async function enterAndWrite(visitor: PageVisitor, page: Page, code: string): Promise<Page> {
  const form = formTo(page.text, '/session/code/check', { code })
  const { status, location } = await visitor.submit(form)
  if (status !== 307) throw new Error(`no write: ${status}`)
  return visitor.submit({ action: location ?? '', fields: form.fields })
}
