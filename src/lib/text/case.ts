/** Converts a name from camel case to snake case, such as `approvalStatus` to `approval_status`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Converts a name from snake case to camel case, such as `approval_status` to `approvalStatus`. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
