/** Reason of a mail that waits because the server refuses all mail. Its reply has the cause. */
export const PAUSED = 'The mail server refuses all mail'
