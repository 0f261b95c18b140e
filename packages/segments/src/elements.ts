// Access to elements that must exist. An index out of range is a fault of the program, so it throws instead of giving
// a number to go on with. There is one function for each kind of array: V8 inlines them, and a function that sees
// only one kind of array is as fast as an unchecked access.

export function u8(bytes: Uint8Array, index: number): number {
  const value = bytes[index];
  return value === undefined ? outOfRange(bytes.length, index) : value;
}

export function u16(numbers: Uint16Array, index: number): number {
  const value = numbers[index];
  return value === undefined ? outOfRange(numbers.length, index) : value;
}

export function u32(numbers: Uint32Array, index: number): number {
  const value = numbers[index];
  return value === undefined ? outOfRange(numbers.length, index) : value;
}

export function i32(numbers: Int32Array, index: number): number {
  const value = numbers[index];
  return value === undefined ? outOfRange(numbers.length, index) : value;
}

export function f64(numbers: Float64Array, index: number): number {
  const value = numbers[index];
  return value === undefined ? outOfRange(numbers.length, index) : value;
}

/** Element of a plain array whose values are never undefined. */
export function element<T>(values: readonly T[], index: number): T {
  const value = values[index];
  return value === undefined ? outOfRange(values.length, index) : value;
}

/** @throws RangeError always */
function outOfRange(length: number, index: number): never {
  throw new RangeError(`there is no element ${index} in an array of ${length}`);
}
