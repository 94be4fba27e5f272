/** Characters that a description by the model has at most. */
export const describedMaxLength = 2_000;
