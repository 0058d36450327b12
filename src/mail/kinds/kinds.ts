import type { MailKind } from '../../db/generated/tables.ts'
import { invitation } from './invitation.ts'
import type { MailKindDefinition } from './kind.ts'
import { passwordChanged } from './password-changed.ts'
import { passwordReset } from './password-reset.ts'
import { signInCode } from './sign-in-code.ts'
import { test } from './test.ts'

/** Kinds of mails by their name in the database, whose enum has the urgent ones first. */
export const KINDS: Readonly<Record<MailKind, MailKindDefinition>> = {
  sign_in_code: signInCode,
  password_reset: passwordReset,
  password_changed: passwordChanged,
  invitation,
  test,
}
