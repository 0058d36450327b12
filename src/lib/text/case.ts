/** Returns a name in camel case in snake case: `approval_status` for `approvalStatus`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Returns a name in snake case in camel case: `approvalStatus` for `approval_status`. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
