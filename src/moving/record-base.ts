/** Position of a record in its source: a file, and the number of the row or element in it, from 1. */
export type Origin = { file: string; row: number }

/**
 * Fields of all records. `externalId` is unique among the records of its type in one source. References between
 * records are external ids. Times are ISO 8601 in UTC with milliseconds.
 */
export type Base<Type extends string> = { type: Type; externalId: string; origin: Origin }
/** Times of an object at its source. */
export type Times = { createdAt?: string | undefined; updatedAt?: string | undefined }
