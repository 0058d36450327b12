import type { MailKind } from '../../db/generated/tables.ts'
import { invitation } from './invitation.ts'
import type { MailKindDefinition } from './kind.ts'
import { passwordChanged } from './password-changed.ts'
import { passwordReset } from './password-reset.ts'
import { signInCode } from './sign-in-code.ts'
import { test } from './test.ts'

/** Kinds of notifications, whose messages are made from the data of the organization. */
export type NewsKind = 'notification' | 'digest' | 'team_digest'
/** Kinds whose values are stored with the mail, sealed. */
export type SealedKind = Exclude<MailKind, NewsKind>

/** Kinds with sealed values by their name in the database, whose enum has the urgent ones first. */
export const KINDS: Readonly<Record<SealedKind, MailKindDefinition>> = {
  sign_in_code: signInCode,
  password_reset: passwordReset,
  password_changed: passwordChanged,
  invitation,
  test,
}

/** Whether a kind is one of notifications. */
export const isNews = (kind: MailKind): kind is NewsKind => !(kind in KINDS)
