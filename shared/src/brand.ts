/** What an operator may rename (decisions: the product's name). Handed to the client with the page. */
export interface Brand {
  productName: string;
  operatorName: string;
  supportEmail: string;
}
