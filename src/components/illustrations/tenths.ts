/** Rounds to a tenth of the picture's unit: more digits are bytes without a visible difference. */
export const tenths = (value: number): number => Math.round(value * 10) / 10;
