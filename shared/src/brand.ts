/** The names that an operator may change. The client gets them with the page. */
export interface Brand {
  productName: string;
  operatorName: string;
  supportEmail: string;
}
