/** A value of unknown form, typed as the result of `JSON.parse`. */
export type Json = ReturnType<typeof JSON.parse>
